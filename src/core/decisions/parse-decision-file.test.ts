import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compileTextPattern } from '../codec/text-pattern.ts'
import { CHECK_RECORDS } from './check-table.ts'
import { parseDecisionFile } from './parse-decision-file.ts'

const path = { kind: 'path_exists', path: 'a' }
const entry = { date: '2026-10-21', title: 'T', rationale: 'R', check: path }

function file(...history: readonly unknown[]): Record<string, unknown> {
  return { schema_version: 2, id: 'HDR-001', history }
}

function faults(value: unknown, text = JSON.stringify(value)): readonly string[] {
  const parsed = parseDecisionFile({ name: 'HDR-001.json', text })
  return parsed.ok ? [] : parsed.faults.map(({ code, at }) => `${code} ${at?.pointer ?? '-'}`)
}

function nested(depth: number): unknown {
  return depth === 0 ? path : { kind: 'all', checks: [nested(depth - 1)] }
}

describe('a decision file', () => {
  test.each<[string, unknown]>([
    ['one entry', file(entry)],
    ['without date and check', file({ title: 'T', rationale: 'R' })],
    ['a retirement behind', file(entry, { status: 'retired', rationale: 'R', date: '2026-12-01' })],
    ['a revival', file(entry, { status: 'retired', rationale: 'R' }, entry)],
    ['supersedes kept from version 1', file({ ...entry, supersedes: ['HDR-002'] })],
    ['own keys everywhere', { ...file({ ...entry, 'x-a': 1, check: { ...path, 'x-b': { any: [] } } }), 'x-c': null }],
    ['version 1', { schema_version: 1, id: 'HDR-001', ...entry }],
    ['version 1 with all', { schema_version: 1, id: 'A-000', ...entry, supersedes: ['HDR-002'], 'x-a': 1 }],
    ['eight checks inside one another', file({ ...entry, check: nested(7) })],
    ['dates that run backwards', file(entry, { ...entry, date: '2020-01-01' })],
  ])('%s is read', (_, value) => expect(faults(value)).toEqual([]))

  test.each<[string, unknown, readonly string[]]>([
    ['no object', [], ['bad-shape ']],
    ['null', null, ['bad-shape ']],
    ['no version', { id: 'HDR-001', history: [entry] }, ['bad-shape /schema_version']],
    ['a version of the future', { ...file(entry), schema_version: 3 }, ['unsupported-schema /schema_version']],
    ['a version as text', { ...file(entry), schema_version: '2' }, ['unsupported-schema /schema_version']],
    ['no id', { schema_version: 2, history: [entry] }, ['bad-shape /id']],
    ['an id in small letters', { ...file(entry), id: 'hdr-001' }, ['bad-id /id']],
    ['an id with two digits', { ...file(entry), id: 'HDR-01' }, ['bad-id /id']],
    ['an id with a line end', { ...file(entry), id: 'HDR-001\n' }, ['bad-id /id']],
    ['an id with a long prefix', { ...file(entry), id: 'ABCDEFGHIJKLMNOPQ-001' }, ['bad-id /id']],
    ['an id that is a number', { ...file(entry), id: 1 }, ['bad-shape /id']],
    ['no history', { schema_version: 2, id: 'HDR-001' }, ['bad-shape /history']],
    ['a history that is no list', { ...file(entry), history: {} }, ['bad-shape /history']],
    ['an empty history', file(), ['empty-history /history']],
    ['a retirement first', file({ status: 'retired', rationale: 'R' }), ['retirement-first /history/0']],
    ['an entry that is no object', file(entry, 3), ['bad-shape /history/1']],
    ['an entry that is a list', file([]), ['bad-shape /history/0']],
    ['no title', file({ rationale: 'R' }), ['bad-shape /history/0/title']],
    ['a blank title', file({ ...entry, title: ' \t' }), ['bad-shape /history/0/title']],
    ['a blank rationale', file(entry, { status: 'retired', rationale: '\n' }), ['bad-shape /history/1/rationale']],
    ['another status', file(entry, { status: 'done', rationale: 'R' }), ['bad-shape /history/1/status']],
    [
      'a retirement with a title',
      file(entry, { status: 'retired', rationale: 'R', title: 'T' }),
      ['unknown-key /history/1/title'],
    ],
    ['a day that is none', file({ ...entry, date: '2026-02-30' }), ['bad-date /history/0/date']],
    ['a date in another form', file({ ...entry, date: '21.10.2026' }), ['bad-date /history/0/date']],
    ['a date that is null', file({ ...entry, date: null }), ['bad-shape /history/0/date']],
    ['an unknown key on top', { ...file(entry), title: 'T' }, ['unknown-key /title']],
    ['an unknown key', file({ ...entry, Check: path }), ['unknown-key /history/0/Check']],
    [
      'a key named like a prototype',
      JSON.parse(
        '{"schema_version":2,"id":"HDR-001","__proto__":{},"history":[{"title":"T","rationale":"R","constructor":1}]}',
      ),
      ['unknown-key /__proto__', 'unknown-key /history/0/constructor'],
    ],
    [
      'supersedes on a later entry',
      file(entry, { ...entry, supersedes: ['HDR-002'] }),
      ['unknown-key /history/1/supersedes'],
    ],
    [
      'supersedes twice the same',
      file({ ...entry, supersedes: ['HDR-002', 'HDR-002'] }),
      ['bad-shape /history/0/supersedes'],
    ],
    ['supersedes of no id', file({ ...entry, supersedes: ['x'] }), ['bad-id /history/0/supersedes/0']],
    ['version 1 with a history', { schema_version: 1, id: 'HDR-001', ...entry, history: [] }, ['unknown-key /history']],
    [
      'version 1 with a status',
      { schema_version: 1, id: 'HDR-001', ...entry, status: 'retired' },
      ['unknown-key /status'],
    ],
    [
      'an unknown check',
      file({ ...entry, check: { kind: 'path_exits', path: 'a' } }),
      ['unknown-check /history/0/check/kind'],
    ],
    [
      'a kind that comes later',
      file({ ...entry, check: { kind: 'record_ratified', id: 'a' } }),
      ['unknown-check /history/0/check/kind'],
    ],
    ['a check without kind', file({ ...entry, check: {} }), ['bad-shape /history/0/check/kind']],
    ['a check that is null', file({ ...entry, check: null }), ['bad-shape /history/0/check']],
    [
      'an unknown check inside',
      file({ ...entry, check: { kind: 'all', checks: [path, { kind: 'x' }] } }),
      ['unknown-check /history/0/check/checks/1/kind'],
    ],
    [
      'a bad glob',
      file({ ...entry, check: { kind: 'write_denied', paths: ['a', '../b'] } }),
      ['bad-glob /history/0/check/paths/1'],
    ],
    ['a bad path', file({ ...entry, check: { kind: 'path_exists', path: '/a' } }), ['bad-path /history/0/check/path']],
    [
      'a bad command',
      file({ ...entry, check: { kind: 'command_denied', commands: ['npm publish', 'a | b'] } }),
      ['bad-pattern /history/0/check/commands/1'],
    ],
    [
      'two hundred tools too many',
      file({ ...entry, check: { kind: 'tool_denied', tools: Array.from({ length: 1200 }, () => 'a') } }),
      ['bad-shape /history/0/check/tools'],
    ],
    [
      'a time that is out of bounds',
      file({
        ...entry,
        check: {
          kind: 'all',
          checks: [
            { kind: 'command_passes', argv: ['a'], timeout: 0 },
            { kind: 'command_passes', argv: ['a'], timeout: 9999 },
          ],
        },
      }),
      ['bad-shape /history/0/check/checks/0/timeout', 'bad-shape /history/0/check/checks/1/timeout'],
    ],
    [
      'an empty list of tools',
      file({ ...entry, check: { kind: 'tool_denied', tools: [] } }),
      ['bad-shape /history/0/check/tools'],
    ],
    [
      'bad flags',
      file({ ...entry, check: { kind: 'text_forbidden', paths: ['a'], pattern: 'a', flags: 'g' } }),
      ['bad-pattern /history/0/check/flags'],
    ],
    [
      'nine checks inside one another',
      file({ ...entry, check: nested(8) }),
      [`too-deep /history/0/check${'/checks/0'.repeat(8)}`],
    ],
    [
      'too many entries',
      file(...Array.from({ length: 10_001 }, () => ({ title: 'T', rationale: 'R' }))),
      ['history-too-long /history'],
    ],
    [
      'everything at once',
      { ...file({ title: '', rationale: 3, date: 'x', y: 1 }, { status: 'retired' }), id: '', z: 1 },
      [
        'bad-date /history/0/date',
        'bad-id /id',
        'bad-shape /history/0/rationale',
        'bad-shape /history/0/title',
        'bad-shape /history/1/rationale',
        'unknown-key /history/0/y',
        'unknown-key /z',
      ],
    ],
  ])('%s is refused', (_, value, expected) => expect([...faults(value)].sort()).toEqual(expected))

  test('what is no strict JSON is refused by name', () => {
    expect(faults(null, '{')).toEqual(['not-json '])
    expect(faults(null, '{"id":1,"id":2,"history":[{"a":1,"a":9007199254740993}]}')).toEqual([
      'duplicate-key /id',
      'duplicate-key /history/0/a',
      'inexact-number /history/0/a',
    ])
    expect(faults(null, '['.repeat(70))).toHaveLength(1)
  })

  test('size is counted in bytes', () => {
    const long = (letter: string, count: number) => JSON.stringify(file({ ...entry, rationale: letter.repeat(count) }))
    expect(faults(null, long('a', 1_048_000))).toEqual([])
    expect(faults(null, long('a', 1_048_576))).toEqual(['too-large -'])
    expect(faults(null, long('\u20ac', 400_000))).toEqual(['too-large -'])
  })

  test('text patterns are compiled where a compiler is handed in', () => {
    const check = { kind: 'all', checks: [{ kind: 'text_required', paths: ['a'], pattern: '(' }] }
    const text = JSON.stringify(file({ ...entry, check }))
    expect(parseDecisionFile({ name: 'a.json', text }).ok).toBe(true)
    const parsed = parseDecisionFile({ name: 'a.json', text }, { compileText: compileTextPattern })
    expect(parsed.ok ? [] : parsed.faults).toMatchObject([
      { code: 'bad-pattern', at: { pointer: '/history/0/check/checks/0/pattern', line: 1 } },
    ])
  })

  test('a fault has a message, a file and the nearest line', () => {
    const text =
      '\uFEFF{\r\n "schema_version": 2,\r\n "id": "HDR-001",\r\n "history": [\r\n  {"title": "T",\r\n   "why": "R" }\r\n ]\r\n}'
    const parsed = parseDecisionFile({ name: 'HDR-001.json', text })
    expect(parsed.ok ? [] : parsed.faults).toEqual([
      {
        code: 'bad-shape',
        message: '"rationale" is missing',
        at: { file: 'HDR-001.json', pointer: '/history/0/rationale', line: 5 },
      },
      {
        code: 'unknown-key',
        message: 'the key "why" is not known here',
        hint: 'remove it; keys of your own start with x-',
        at: { file: 'HDR-001.json', pointer: '/history/0/why', line: 6 },
      },
    ])
  })

  test.each([
    [{ ...entry, title: 3 }, '"title" must be a text, found 3'],
    [{ ...entry, date: '1.1.2026' }, '"date" must be a day as YYYY-MM-DD, found "1.1.2026"'],
    [{ ...entry, date: '2026-02-30' }, '2026-02-30 is no day of the calendar'],
    [{ ...entry, title: ' ' }, '"title" is blank'],
    [{ ...entry, check: 'none' }, '"check" must be an object, found "none"'],
    [{ ...entry, check: { kind: 'x' } }, 'the check kind "x" is not known'],
    [{ ...entry, check: { ...path, effect: 'allow' } }, '"effect" must be "deny" or "ask" or "warn", found "allow"'],
    [
      { ...entry, check: { kind: 'tool_denied', tools: [] } },
      '"tools" must be a list with something in it, found an empty list',
    ],
    [{ ...entry, check: { kind: 'tool_denied', tools: [{}] } }, 'item 1 of "tools" must be a text, found an object'],
    [{ ...entry, check: { kind: 'command_passes', argv: ['a'], timeout: 0 } }, '"timeout" must be at least 1, found 0'],
    [
      { ...entry, check: { kind: 'command_passes', argv: ['a'], timeout: 9999 } },
      '"timeout" must be at most 3600, found 9999',
    ],
    [
      { ...entry, check: { kind: 'command_passes', argv: ['a'], timeout: 1.5 } },
      '"timeout" must be a whole number, found 1.5',
    ],
    [{ ...entry, supersedes: ['A-001', 'A-001'] }, '"supersedes" names A-001 more than once'],
    [[entry], 'item 1 of "history" must be an object, found a list'],
  ])('%j: %s', (value, message) => {
    const parsed = parseDecisionFile({ name: 'a.json', text: JSON.stringify(file(value)) })
    expect(parsed.ok ? [] : parsed.faults.map((fault) => fault.message)).toEqual([message])
  })

  test('reads into the working form', () => {
    const value = file({ ...entry, 'x-a': 1 }, { status: 'retired', rationale: 'Q' })
    const parsed = parseDecisionFile({ name: 'odd.json', text: JSON.stringify(value) })
    expect(parsed.ok && parsed.value).toEqual({
      id: 'HDR-001',
      file: 'odd.json',
      version: 2,
      supersedes: [],
      history: [
        { kind: 'decision', date: '2026-10-21', title: 'T', rationale: 'R', check: path, json: { ...entry, 'x-a': 1 } },
        { kind: 'retirement', date: null, rationale: 'Q', json: { status: 'retired', rationale: 'Q' } },
      ],
    })
    const record = parseDecisionFile({
      name: 'a.json',
      text: JSON.stringify({ schema_version: 1, id: 'A-001', title: 'T', rationale: 'R', supersedes: ['A-002'] }),
    })
    expect(record.ok && record.value).toMatchObject({
      version: 1,
      supersedes: ['A-002'],
      history: [{ date: null, check: null, json: { title: 'T', rationale: 'R', supersedes: ['A-002'] } }],
    })
  })

  test('every example of the table of checks is read back as it is', () => {
    const checks = CHECK_RECORDS.flatMap(({ hits, misses }) => [...hits, ...misses].map((example) => example.check))
    for (const check of checks) {
      const text = JSON.stringify(file({ ...entry, check: { ...check, 'x-note': 1 } }))
      const parsed = parseDecisionFile({ name: 'HDR-001.json', text }, { compileText: compileTextPattern })
      expect(parsed.ok && parsed.value.history[0]).toMatchObject({ check })
    }
  })

  test('whatever the text is, it is answered', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        const parsed = parseDecisionFile({
          name: 'a.json',
          text: `{"schema_version":2,"id":"HDR-001","history":[${text}]}`,
        })
        expect(parsed.ok || parsed.faults.length > 0).toBe(true)
      }),
    )
  })
})
