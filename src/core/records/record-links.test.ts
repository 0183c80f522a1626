import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { findRings } from './find-rings.ts'
import type { RecordKind } from './record-kind.ts'
import { judgeLinks, type LinkedRecord, linkTargets } from './record-links.ts'

type Outcome = {
  readonly path: string
  readonly supersededBy: string | null
  readonly remediatedBy: readonly string[]
  readonly reasons: readonly string[]
  readonly warnings: readonly string[]
  readonly valid: boolean
}
type Expected = {
  readonly records: readonly Outcome[]
  readonly current: readonly string[]
  readonly summary: Readonly<Record<string, number>>
}
type Vector = {
  readonly name: string
  readonly kind: string
  readonly records: readonly (Omit<LinkedRecord, 'reasons'> & { readonly reasons?: readonly string[] })[]
  readonly expected: Expected
}
type File = {
  readonly kinds: Readonly<
    Record<string, { approval: Record<string, number> | null; closedStates: string[]; states: string[] }>
  >
  readonly cases: readonly Vector[]
}
const { kinds, cases } = JSON.parse(readFileSync('test/vectors/chant-supersedes.json', 'utf8')) as File

const outcome = (path: string, rest: Partial<Outcome> = {}): Outcome => ({
  path,
  supersededBy: null,
  remediatedBy: [],
  reasons: [],
  warnings: [],
  valid: !rest.reasons,
  ...rest,
})
const ring = (path: string) => outcome(path, { reasons: ['record-supersedes-cycle'] })
const waits = (path: string, code: string) =>
  outcome(path, { reasons: [code], warnings: ['record-supersedes-pending'] })

/** Where ours answers otherwise than the vector, each by records-ours.md c. */
const OURS: Readonly<Record<string, { readonly why: string; readonly records: readonly Outcome[] }>> = {
  'conflict-decided-beats-ratified': {
    why: 'rank beats file order',
    records: [
      outcome('d-001-x.md', { supersededBy: 'd-003' }),
      outcome('d-002-x.md', { warnings: ['record-supersedes-outranked'] }),
      outcome('d-003-x.md'),
    ],
  },
  mutual: { why: 'a ring works nowhere', records: [ring('d-001-x.md'), ring('d-002-x.md')] },
  'cycle-of-three': {
    why: 'a ring works nowhere',
    records: [ring('d-001-x.md'), ring('d-002-x.md'), ring('d-003-x.md')],
  },
  'schema-invalid-superseder': {
    why: 'an invalid record supersedes nothing',
    records: [outcome('d-001-x.md'), waits('d-002-x.md', 'record-schema-invalid')],
  },
  'seal-mismatch-superseder': {
    why: 'an invalid record supersedes nothing',
    records: [outcome('d-001-x.md'), waits('d-002-x.md', 'record-seal-mismatch')],
  },
  'duplicate-id-links-own-id': {
    why: 'an invalid record supersedes nothing',
    records: [outcome('d-001-a.md'), waits('d-001-b.md', 'record-id-duplicate')],
  },
  'duplicate-id-both-supersede': {
    why: 'an invalid record supersedes nothing',
    records: [
      outcome('d-001-x.md', { supersededBy: 'd-002' }),
      outcome('d-002-a.md'),
      waits('d-002-b.md', 'record-id-duplicate'),
    ],
  },
}

function summed(records: readonly Outcome[]): Expected {
  const current = records.filter(({ supersededBy }) => supersededBy === null).map(({ path }) => path)
  const valid = records.filter((record) => record.valid).length
  const summary = {
    total: records.length,
    valid,
    invalid: records.length - valid,
    superseded: records.length - current.length,
  }
  return { records, current, summary }
}

function kindOf(name: string): Pick<RecordKind, 'states' | 'approval'> {
  const { approval, states, closedStates } = kinds[name] ?? { approval: null, states: [], closedStates: [] }
  return {
    approval: approval === null ? null : new Map(Object.entries(approval)),
    states: { field: 'state', all: states, closed: closedStates },
  }
}

function judge(records: Vector['records'], kind = 'decision'): readonly Outcome[] {
  const linked = records.map((record) => ({
    ...record,
    reasons: (record.reasons ?? []).map((code) => ({ code: code as 'record-unparseable', message: code })),
  }))
  return judgeLinks(linked, kindOf(kind)).map(({ reasons, warnings, ...rest }) => ({
    ...rest,
    reasons: reasons.map(({ code }) => code),
    warnings: warnings.map(({ code }) => code),
    valid: reasons.length === 0,
  }))
}

describe('the vectors', () => {
  test('there are 69, and ours answers otherwise on 7 of them', () => {
    expect(cases).toHaveLength(69)
    expect(cases.filter(({ name }) => name in OURS)).toHaveLength(7)
  })
  test.each(cases)('$name', ({ name, records, kind, expected }) => {
    const ours = OURS[name]
    const found = summed(judge(records, kind))
    expect(found).toEqual(ours === undefined ? expected : summed(ours.records))
    if (ours !== undefined) expect(found).not.toEqual(expected)
  })
})

const record = (id: string, state: string, supersedes: readonly string[] = []) => ({
  path: `${id}-x.md`,
  id,
  state,
  supersedes,
  remediates: [],
})
const brief = (records: Vector['records'], kind?: string) =>
  judge(records, kind).map(({ supersededBy, reasons, warnings }) => [supersededBy, ...reasons, ...warnings])

describe('rings and ranks', () => {
  test('a link out of a ring waits until the ring is broken, one into it works', () => {
    const found = brief([
      record('d-001', 'decided'),
      record('d-002', 'decided', ['d-003', 'd-001']),
      record('d-003', 'decided', ['d-002']),
      record('d-004', 'ratified', ['d-003']),
    ])
    expect(found).toEqual([
      [null],
      [null, 'record-supersedes-cycle', 'record-supersedes-pending'],
      ['d-004', 'record-supersedes-cycle'],
      [null],
    ])
  })
  test('two ratified claims: the first file holds it and a decided one is outranked', () => {
    const found = brief([
      record('d-001', 'decided'),
      record('d-002', 'decided', ['d-001']),
      record('d-003', 'ratified', ['d-001']),
      record('d-004', 'ratified', ['d-001']),
    ])
    expect(found).toEqual([
      ['d-003'],
      [null, 'record-supersedes-outranked'],
      [null],
      [null, 'record-supersedes-conflict'],
    ])
  })
  test('C403: decided never replaces ratified', () => {
    const found = brief([record('d-001', 'ratified'), record('d-002', 'decided', ['d-001'])])
    expect(found).toEqual([[null], [null, 'record-supersedes-pending']])
  })
  test('without ranks rings are found too', () => {
    const found = brief([record('a', 'ratified', ['b']), record('b', 'ratified', ['a'])], 'no-approval')
    expect(found).toEqual([
      [null, 'record-supersedes-cycle'],
      [null, 'record-supersedes-cycle'],
    ])
  })
  test('a long ring is named in short', () => {
    const ids = Array.from({ length: 12 }, (_, at) => `d-${100 + at}`)
    const records = ids.map((id, at) => ({ ...record(id, 'decided', [ids[(at + 1) % 12] ?? '']), reasons: [] }))
    expect(judgeLinks(records, kindOf('decision'))[0]?.reasons[0]?.message).toMatch(/: (d-1\d\d, ){8}and 4 more$/)
  })
  test('rings that touch are one, and rings apart are two', () => {
    const edge = (from: string, to: string) => ({ from, to })
    const rings = findRings([
      edge('a', 'b'),
      edge('b', 'a'),
      edge('b', 'c'),
      edge('c', 'b'),
      edge('x', 'y'),
      edge('y', 'x'),
      edge('c', 'x'),
      edge('a', 'c'),
    ])
    expect(['a', 'b', 'c', 'x', 'y'].map((node) => rings.get(node)?.length)).toEqual([3, 3, 3, 2, 2])
    expect(rings.get('a')).toBe(rings.get('c'))
  })
  test('an invalid record waits in a kind without ranks too', () => {
    const invalid = { ...record('b', 'ratified', ['a']), reasons: ['record-schema-invalid'] }
    expect(brief([record('a', 'decided'), invalid], 'no-approval')[0]).toEqual([null])
  })
  test('a chain of 20,000 is no ring and needs no deep stack', () => {
    const chain = Array.from({ length: 20_000 }, (_, at) => ({ from: at, to: at + 1 }))
    expect(findRings(chain).size).toBe(0)
    expect(findRings([...chain, { from: 20_000, to: 0 }]).size).toBe(20_001)
  })
})

test.each([
  ['one id', { field: 's', key: null }, 'd-001', ['d-001']],
  ['a list of ids', { field: 's', key: null }, ['d-001', 7, 'd-002'], ['d-001', 'd-002']],
  ['objects with a key', { field: 's', key: 'd' }, [{ d: 'd-001' }, { revision: 'v1' }, 'd-009', null], ['d-001']],
  ['one object where a list belongs', { field: 's', key: 'd' }, { d: 'd-001' }, []],
  ['no such link', null, ['d-001'], []],
])('targets: %s', (_, link, value, expected) => {
  expect(linkTargets({ s: value }, link)).toEqual(expected)
  expect(linkTargets(null, link)).toEqual([])
})
