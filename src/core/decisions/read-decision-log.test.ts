import { describe, expect, test } from 'vitest'
import type { LogFile } from './decision.ts'
import type { DecisionLog, LogOddity } from './decision-log.ts'
import { assembleLog } from './read-decision-log.ts'

const check = { kind: 'path_exists', path: 'a' }
const entry = { title: 'T', rationale: 'R', check }
const end = { date: '2026-12-01', status: 'retired', rationale: 'Too blunt' }

function history(id: string, ...entries: readonly object[]): LogFile {
  return { name: `${id}.json`, text: JSON.stringify({ schema_version: 2, id, history: entries }) }
}

function record(id: string, ...supersedes: readonly string[]): LogFile {
  const more = supersedes.length === 0 ? {} : { supersedes }
  return { name: `${id}.json`, text: JSON.stringify({ schema_version: 1, id, ...entry, ...more }) }
}

function currentIds(log: DecisionLog): readonly string[] {
  return log.current.map(({ id }) => id)
}

function codes(log: DecisionLog): readonly string[] {
  return log.findings.map(({ severity, code }) => `${severity} ${code}`)
}

describe('what is current', () => {
  test('the last entry of every decision that is not retired, in the order of numbers', () => {
    const files = [
      history('HDR-1000', entry),
      history('HDR-002', entry, { ...entry, title: 'U' }),
      history('HDR-004', entry, end),
    ]
    const log = assembleLog({ files: [...files, history('HDR-010', entry, end, { ...entry, title: 'V' })] })
    expect(log.current.map(({ id, title, entry: at, revised }) => [id, title, at, revised])).toEqual([
      ['HDR-002', 'U', 1, true],
      ['HDR-010', 'V', 2, true],
      ['HDR-1000', 'T', 0, false],
    ])
    expect(log.retired).toEqual([
      { id: 'HDR-004', file: 'HDR-004.json', title: 'T', rationale: 'Too blunt', date: '2026-12-01' },
    ])
    expect(log.decisions.map(({ id }) => id)).toEqual(['HDR-002', 'HDR-004', 'HDR-010', 'HDR-1000'])
    expect(log.findings).toEqual([])
  })

  test('a superseded decision is not, and stays so when the other one goes', () => {
    const old = record('HDR-001')
    const revived = history('HDR-001', entry, { ...entry, title: 'U' })
    const followers = [record('HDR-002', 'HDR-001'), history('HDR-002', { ...entry, supersedes: ['HDR-001'] }, end)]
    for (const first of [old, revived]) {
      for (const second of followers) {
        const log = assembleLog({ files: [first, second] })
        expect(log.superseded.map(({ id, by }) => [id, by])).toEqual([['HDR-001', ['HDR-002']]])
      }
    }
    const chain = assembleLog({ files: [old, record('HDR-002', 'HDR-001'), record('HDR-003', 'HDR-002')] })
    expect([currentIds(chain), codes(chain)]).toEqual([['HDR-003'], []])
  })

  test('a retired decision is retired, whoever supersedes it', () => {
    const log = assembleLog({ files: [history('HDR-001', entry, end), record('HDR-002', 'HDR-001')] })
    expect([log.retired.length, log.superseded.length]).toEqual([1, 0])
  })
})

describe('across files', () => {
  test('an invalid file hides no other', () => {
    const log = assembleLog({
      files: [history('HDR-001', entry), { name: 'HDR-002.json', text: '{' }, history('HDR-003')],
    })
    expect(currentIds(log)).toEqual(['HDR-001'])
    expect(log.invalid.map(({ file, id, faults }) => [file, id, faults[0]?.code])).toEqual([
      ['HDR-002.json', 'HDR-002', 'not-json'],
      ['HDR-003.json', 'HDR-003', 'empty-history'],
    ])
  })

  test('one id in two files is an error that names both, and both are enforced', () => {
    const log = assembleLog({
      files: [
        history('HDR-001', entry),
        { ...history('HDR-001', entry), name: 'b.json' },
        record('HDR-002', 'HDR-001'),
      ],
    })
    expect(codes(log)).toEqual(['error duplicate-id', 'warning id-filename-mismatch'])
    expect(log.findings[0]?.message).toBe('HDR-001 is the id of HDR-001.json and b.json')
    expect(currentIds(log)).toEqual(['HDR-001', 'HDR-001', 'HDR-002'])
  })

  test('an invalid file with the same id is a second holder', () => {
    const log = assembleLog({ files: [history('HDR-001', entry), { ...history('HDR-001'), name: 'b.json' }] })
    expect(codes(log)).toEqual(['error duplicate-id'])
  })

  test('ids and names that differ only in letter case are errors', () => {
    const lower = { ...history('hdr-001', entry), name: 'a.json' }
    expect(codes(assembleLog({ files: [history('HDR-001', entry), lower] }))).toEqual(['error id-case-clash'])
    const others: readonly LogOddity[] = [{ name: 'hdr-001.JSON', kind: 'other-extension' }]
    const log = assembleLog({ files: [history('HDR-001', entry)], others })
    expect(codes(log)).toEqual(['warning unexpected-entry', 'error id-case-clash'])
    expect(log.findings[1]?.message).toBe('HDR-001.json and hdr-001.JSON differ only in letter case')
  })

  test.each<[readonly LogFile[], string, RegExp]>([
    [[record('HDR-001', 'HDR-999')], 'unknown-supersedes', /^HDR-001 supersedes HDR-999, which no file/],
    [[history('HDR-001', { ...entry, supersedes: ['HDR-999'] })], 'unknown-supersedes', /HDR-999/],
    [[record('HDR-001', 'HDR-001')], 'supersede-cycle', /^HDR-001 supersedes itself/],
    [
      [record('HDR-001', 'HDR-002'), record('HDR-002', 'HDR-001')],
      'supersede-cycle',
      /^HDR-001 and HDR-002 supersede each other/,
    ],
    [
      [record('HDR-001', 'HDR-003'), record('HDR-002', 'HDR-001'), record('HDR-003', 'HDR-002')],
      'supersede-cycle',
      /HDR-001 and HDR-002 and HDR-003/,
    ],
  ])('%j is an error and supersedes nobody', (files, code, message) => {
    const log = assembleLog({ files })
    expect(codes(log)).toEqual([`error ${code}`])
    expect(log.findings[0]?.message).toMatch(message)
    expect(log.current).toHaveLength(files.length)
  })

  test('a ring does not take the force of a link from outside', () => {
    const files = [
      record('HDR-001', 'HDR-002'),
      record('HDR-002', 'HDR-001', 'HDR-003'),
      record('HDR-003'),
      record('HDR-004', 'HDR-001'),
    ]
    const log = assembleLog({ files })
    expect(currentIds(log)).toEqual(['HDR-002', 'HDR-004'])
  })

  test('a ring of many is one error and names five', () => {
    const files = Array.from({ length: 7 }, (_, index) => record(`HDR-00${index}`, `HDR-00${(index + 1) % 7}`))
    expect(assembleLog({ files }).findings.map(({ message }) => message)).toEqual([
      'HDR-000, HDR-001, HDR-002, HDR-003, HDR-004 and 2 more supersede each other',
    ])
  })

  test('superseding an invalid file is no second error', () => {
    expect(codes(assembleLog({ files: [history('HDR-001'), record('HDR-002', 'HDR-001')] }))).toEqual([])
  })

  test('a long chain is no problem', () => {
    const name = (index: number) => `HDR-${String(index).padStart(5, '0')}`
    const files = Array.from({ length: 5000 }, (_, index) =>
      record(name(index + 1), ...(index === 0 ? [] : [name(index)])),
    )
    expect(currentIds(assembleLog({ files }))).toEqual([name(5000)])
  })
})

describe('warnings', () => {
  test('dates that run backwards, and a name that is not the id', () => {
    const file = history('HDR-001', { ...entry, date: '2026-05-02' }, entry, { ...entry, date: '2026-05-01' }, end)
    const log = assembleLog({ files: [{ ...file, name: 'x.json' }] })
    expect(log.findings.map(({ code, severity, at }) => [code, severity, at?.pointer])).toEqual([
      ['id-filename-mismatch', 'warning', '/id'],
      ['dates-run-backwards', 'warning', '/history/2/date'],
    ])
  })

  test('tools that nobody has, of current decisions only', () => {
    const denies = (...tools: readonly string[]) => ({
      ...entry,
      check: { kind: 'all', checks: [{ kind: 'tool_denied', tools }] },
    })
    const files = [history('HDR-001', denies('Bash', 'Bsah', ' Read')), history('HDR-002', denies('Nope'), entry)]
    const log = assembleLog({ files }, { isKnownTool: (name) => ['Bash', ' Read'].includes(name) })
    expect(log.findings.map(({ code, message }) => [code, message.slice(0, 30)])).toEqual([
      ['unknown-tool-name', 'HDR-001 denies the tool "Bsah"'],
      ['unknown-tool-name', 'HDR-001 denies the tool " Read'],
    ])
    expect(assembleLog({ files }).findings).toHaveLength(1)
  })

  test.each<[LogOddity['kind'], string]>([
    ['folder', 'warning unexpected-entry'],
    ['other-extension', 'warning unexpected-entry'],
    ['symbolic-link', 'error symbolic-link'],
    ['outside-workspace', 'error outside-workspace'],
  ])('a %s is %s', (kind, finding) => {
    const log = assembleLog({ files: [], others: [{ name: 'odd', kind, detail: 'so' }] })
    expect([codes(log), log.invalid]).toEqual([[finding], []])
    expect(log.findings[0]?.message).toMatch(/^odd .*: so$/)
  })

  test.each(['not-utf8', 'too-large', 'unreadable'] as const)('a file that is %s is invalid', (kind) => {
    const log = assembleLog({ files: [], others: [{ name: 'HDR-001.json', kind }] })
    expect(log.invalid).toMatchObject([{ file: 'HDR-001.json', id: 'HDR-001', faults: [{ code: kind }] }])
  })
})

test('a list of eighty thousand ids is read in its stride', () => {
  const ids = Array.from({ length: 80_000 }, (_, index) => `A-${100_000 + index}`)
  const started = performance.now()
  expect(assembleLog({ files: [record('HDR-001', ...ids)] }).findings).toHaveLength(80_000)
  expect(performance.now() - started).toBeLessThan(3000)
})

test('two thousand files are read fast enough for a hook', () => {
  const files = Array.from({ length: 2000 }, (_, index) => {
    const id = `HDR-${String(index + 1).padStart(4, '0')}`
    const value = {
      schema_version: 2,
      id,
      history: [
        { date: '2026-10-21', ...entry },
        { date: '2026-11-02', ...entry, check: { kind: 'write_denied', paths: [`src/${index}/**`] } },
      ],
    }
    return { name: `${id}.json`, text: JSON.stringify(value, null, 2) }
  })
  const times = [1, 2, 3].map(() => {
    const started = performance.now()
    expect(assembleLog({ files }).current).toHaveLength(2000)
    return performance.now() - started
  })
  // Measured 75 to 150 ms; the bound leaves room for a machine that is busy.
  expect(Math.min(...times)).toBeLessThan(400)
})
