import { describe, expect, test } from 'vitest'
import { type CoverageQuestion, type CoveringRecord, excludedBy, isCovering, judgeCoverage } from './coverage.ts'
import { DECISION_KIND_TEXT } from './decision-kind.ts'
import { memberOf, readConstrains, readOutOfScope } from './governed-paths.ts'
import { parseRecordKind } from './parse-record-kind.ts'

const record = (id: string, constrains: readonly string[], rest: Partial<CoveringRecord> = {}): CoveringRecord => ({
  id,
  provisional: false,
  governed: readConstrains(constrains),
  outOfScope: [],
  ...rest,
})

const ask = (paths: readonly string[], records: readonly CoveringRecord[], rest: Partial<CoverageQuestion> = {}) =>
  judgeCoverage({
    changes: paths.map((path) => ({ path, change: 'modified', from: null })),
    records,
    members: [
      { name: 'root', dir: '.' },
      { name: 'app', dir: 'app' },
      { name: 'web', dir: 'app/web' },
    ],
    isRecordFile: (path) => path.endsWith('.md'),
    isIgnored: (path) => path.startsWith('dist/'),
    severity: 'warn',
    ...rest,
  })
const statuses = (coverage: ReturnType<typeof ask>) => coverage.paths.map(({ status }) => status)

describe('coverage of changes', () => {
  test('by a path and all below it, by a member, by nothing', () => {
    const found = ask(
      ['app/x/y', 'app/xy', 'app/x', 'app/web/z'],
      [record('d-001', ['path:app/x', 'member:web', 'o/r#1'])],
    )
    expect(statuses(found)).toEqual(['covered', 'uncovered', 'covered', 'covered'])
    expect(found.findings).toEqual([
      {
        id: 'finding:change-uncovered:app/xy',
        code: 'change-uncovered',
        path: 'app/xy',
        message: 'no current decision covers app/xy',
        severity: 'warn',
        records: [],
      },
    ])
    expect(found.ok).toBe(true)
  })
  test('record files and ignored paths need no decision', () => {
    expect(statuses(ask(['docs/d-001-x.md', 'dist/a'], [], { severity: 'fail' }))).toEqual(['record', 'ignored'])
  })
  test('what only decided records cover is covered for now', () => {
    const decided = record('d-001', ['member:app'], { provisional: true })
    expect(ask(['app/x'], [decided]).paths[0]).toMatchObject({ status: 'covered', provisional: true })
    expect(ask(['app/x'], [decided, record('d-002', ['path:app'])]).paths[0]).toMatchObject({ provisional: false })
  })
  test('out of scope wins over covered, where the record is in hand', () => {
    const narrow = record('d-001', ['member:app'], { outOfScope: ['app/x'] })
    const other = record('d-002', ['path:app/x'])
    expect(statuses(ask(['app/x/a', 'app/y'], [narrow, other]))).toEqual(['out-of-scope', 'covered'])
    expect(statuses(ask(['app/x/a'], [narrow, other]))).toEqual(['covered'])
  })
  test('findings fail, or are left out, as asked', () => {
    expect(ask(['a'], [], { severity: 'fail' })).toMatchObject({ ok: false, findings: [{ severity: 'fail' }] })
    expect(ask(['a'], [], { severity: 'off' })).toMatchObject({ ok: true, findings: [] })
  })
})

test('a path belongs to the deepest member', () => {
  const members = [
    { name: 'root', dir: '.' },
    { name: 'app', dir: 'app' },
  ]
  expect(['app/x', 'apple', 'app'].map((path) => memberOf(path, members))).toEqual(['app', 'root', 'app'])
  expect(memberOf('x', [])).toBeNull()
})

test('entries that are no paths govern nothing', () => {
  expect(readConstrains(['path:../x', 'path:/y', 'path:', 7, 'd-001'])).toEqual({ members: [], paths: [] })
  expect(readOutOfScope(['a', '/b', 1])).toEqual(['a'])
})

describe('which records cover', () => {
  const parsed = parseRecordKind(DECISION_KIND_TEXT, 'decision.kind.mjs')
  const kind = parsed.ok ? parsed.value : { states: null, approval: null, reviews: null }
  const decided = { id: 'd-001', state: 'decided', valid: true, supersededBy: null }
  test.each([
    ['a decided one', {}, true],
    ['a ratified one', { state: 'ratified' }, true],
    ['no proposed one', { state: 'proposed' }, false],
    ['none that says it is superseded', { state: 'superseded' }, false],
    ['none that another supersedes', { supersededBy: 'd-002' }, false],
    ['no invalid one', { valid: false }, false],
    ['none without an id', { id: null }, false],
  ])('%s', (_, rest, expected) => expect(isCovering({ ...decided, ...rest }, kind)).toBe(expected))
  test('without ranks, a closed one', () => {
    const plain = { states: { field: 's', all: ['open', 'shut'], closed: ['shut'] }, approval: null, reviews: null }
    expect(isCovering({ ...decided, state: 'shut' }, plain)).toBe(true)
    expect(isCovering({ ...decided, state: 'open' }, plain)).toBe(false)
  })
})

describe('what is out of scope for hooks', () => {
  const bar = record('d-001', ['member:app'], { outOfScope: ['infra'] })
  test.each([
    ['an edit below it is barred, covered by nothing', [bar], ['d-001']],
    ['another record takes the path on', [bar, record('d-002', ['path:infra/db'])], []],
    ['a member is too broad for that', [bar, record('d-002', ['member:root'])], ['d-001']],
    ['a record does not lift its own bar', [record('d-001', ['path:infra'], { outOfScope: ['infra'] })], ['d-001']],
  ])('%s', (_, enforced, expected) => expect(excludedBy('infra/db/a', enforced)).toEqual(expected))
  test('elsewhere nothing is', () => expect(excludedBy('app/x', [bar])).toEqual([]))
})
