import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compareHistories } from './append-rule.ts'
import { parseDecisionFile } from './parse-decision-file.ts'
import { appendEntry, type NewEntry, renderNewDecision } from './write-decision-file.ts'

const retirement: NewEntry = { kind: 'retirement', date: '2026-12-01', rationale: 'Too blunt' }
const revision: NewEntry = {
  kind: 'decision',
  date: null,
  title: 'U',
  rationale: 'S',
  check: { kind: 'path_exists', path: 'b' },
}
const first = { title: 'T', rationale: 'R', check: { kind: 'path_exists', path: 'a' } }
const history = { schema_version: 2, id: 'HDR-001', history: [first] }
const record = { schema_version: 1, id: 'HDR-001', ...first, supersedes: ['HDR-002'], 'x-a': 1 }

function read(text: string) {
  const parsed = parseDecisionFile({ name: 'HDR-001.json', text })
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.faults))
  return parsed.value
}

describe('a new decision', () => {
  test('is a file with one entry', () => {
    const text = renderNewDecision({
      id: 'HDR-001',
      date: '2026-10-21',
      title: 'T',
      rationale: 'R',
      check: first.check,
    })
    expect(text).toBe(`{
  "schema_version": 2,
  "id": "HDR-001",
  "history": [
    {
      "date": "2026-10-21",
      "title": "T",
      "rationale": "R",
      "check": {
        "kind": "path_exists",
        "path": "a"
      }
    }
  ]
}
`)
    expect(read(text).history).toHaveLength(1)
  })

  test('leaves out what it does not have', () => {
    const text = renderNewDecision({ id: 'HDR-001', date: null, title: 'T', rationale: 'R', check: null })
    expect(JSON.parse(text).history).toEqual([{ title: 'T', rationale: 'R' }])
  })
})

describe('appending', () => {
  test('looks like the rest of the file', () => {
    const text = JSON.stringify(history, null, 2)
    expect(appendEntry(text, retirement)).toBe(
      JSON.stringify(
        { ...history, history: [first, { date: '2026-12-01', status: 'retired', rationale: 'Too blunt' }] },
        null,
        2,
      ),
    )
    expect(appendEntry(JSON.stringify(history, null, '\t'), revision)).toBe(
      JSON.stringify(
        { ...history, history: [first, { title: 'U', rationale: 'S', check: { kind: 'path_exists', path: 'b' } }] },
        null,
        '\t',
      ),
    )
    expect(appendEntry(JSON.stringify(history), retirement)).toBe(
      JSON.stringify({
        ...history,
        history: [first, { date: '2026-12-01', status: 'retired', rationale: 'Too blunt' }],
      }),
    )
  })

  test('keeps one entry on one line where the others are', () => {
    const text =
      '{\r\n    "schema_version": 2, "id": "HDR-001",\r\n    "history": [\r\n        { "title": "T", "rationale": "R" }\r\n    ]\r\n}\r\n'
    expect(appendEntry(text, retirement)).toBe(
      text.replace('"R" }', '"R" },\r\n        {"date":"2026-12-01","status":"retired","rationale":"Too blunt"}'),
    )
    const flat = '{"schema_version": 2, "id": "HDR-001", "history": [{"title": "T", "rationale": "R"}]}'
    expect(appendEntry(flat, retirement)).toBe(
      flat.replace('"R"}', '"R"}, {"date":"2026-12-01","status":"retired","rationale":"Too blunt"}'),
    )
  })

  test('writes a version 1 record anew as a matching history', () => {
    const text = `\uFEFF${JSON.stringify(record, null, 4).replaceAll('\n', '\r\n')}\r\n`
    const after = appendEntry(text, revision)
    expect(after).toMatch(
      /^\uFEFF\{\r\n {4}"schema_version": 2,\r\n {4}"id": "HDR-001",\r\n {4}"history": \[\r\n {8}\{/,
    )
    expect(after.endsWith('}\r\n')).toBe(true)
    expect(after.replaceAll('\r\n', '')).not.toContain('\n')
    expect(read(after)).toMatchObject({
      version: 2,
      supersedes: ['HDR-002'],
      history: [{ json: { 'x-a': 1 } }, { title: 'U' }],
    })
    expect(compareHistories(read(text), read(after))).toEqual({ kind: 'appended', from: 1 })
    expect(appendEntry(JSON.stringify(record), retirement)).not.toContain('\n')
  })

  test('keeps the spelling of what a version 1 record says', () => {
    const text =
      '{\n  "schema_version": 1, "id": "HDR-001",\n  "title": "\\u0054", "rationale": "R",\n  "x-n": [\n    69412139955784896,\n    1.0\n  ]\n}\n'
    const after = appendEntry(text, retirement)
    expect(after).toContain('"title": "\\u0054"')
    expect(after).toContain('"x-n": [\n        69412139955784896,\n        1.0\n      ]')
    expect(compareHistories(read(text), read(after))).toEqual({ kind: 'appended', from: 1 })
  })

  test('is an append by the append rule, and keeps what stood before byte for byte', () => {
    const indent = fc.constantFrom<string | number>('', 1, 2, 4, '\t')
    const shape = fc.record({ indent, crlf: fc.boolean(), mark: fc.boolean(), tail: fc.constantFrom('', '\n', '\n\n') })
    const word = fc.string({ minLength: 1 }).map((text) => `w${text}`)
    fc.assert(
      fc.property(shape, word, word, fc.boolean(), ({ indent, crlf, mark, tail }, title, rationale, old) => {
        const value = old ? { ...record, title } : { ...history, history: [{ ...first, title }] }
        const plain = `${mark ? '\uFEFF' : ''}${JSON.stringify(value, null, indent)}${tail}`
        const text = crlf ? plain.replaceAll('\n', '\r\n') : plain
        const once = appendEntry(text, { ...revision, rationale })
        const twice = appendEntry(once, retirement)
        expect(compareHistories(read(text), read(once))).toEqual({ kind: 'appended', from: 1 })
        expect(compareHistories(read(once), read(twice))).toEqual({ kind: 'appended', from: 2 })
        const kept = old ? '' : text.slice(0, text.lastIndexOf(']')).trimEnd()
        expect(once.startsWith(kept)).toBe(true)
      }),
    )
  })

  test('a text that is no decision file is a mistake of the caller', () => {
    expect(() => appendEntry('{', retirement)).toThrow()
    expect(() => appendEntry('[]', retirement)).toThrow()
    expect(() => appendEntry('{"schema_version":2}', retirement)).toThrow()
  })
})
