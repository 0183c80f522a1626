import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseJson } from '../codec/json.ts'
import { compareHistories } from './append-rule.ts'
import type { Decision } from './decision.ts'
import { parseDecisionFile } from './parse-decision-file.ts'

const first = { date: '2026-10-21', title: 'T', rationale: 'R', check: { kind: 'path_exists', path: 'a' } }
const second = { title: 'U', rationale: 'S' }
const end = { status: 'retired', rationale: 'Q' }

function read(text: string): Decision {
  const parsed = parseDecisionFile({ name: 'HDR-001.json', text })
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.faults))
  return parsed.value
}

function history(...entries: readonly object[]): Decision {
  return read(JSON.stringify({ schema_version: 2, id: 'HDR-001', history: entries }))
}

function record(more: object = {}): Decision {
  return read(JSON.stringify({ schema_version: 1, id: 'HDR-001', ...first, ...more }))
}

describe('the append rule', () => {
  test.each<[string, Decision, Decision, object]>([
    ['nothing changed', history(first), history(first), { kind: 'same' }],
    ['one entry behind', history(first), history(first, second), { kind: 'appended', from: 1 }],
    ['two entries behind', history(first), history(first, end, second), { kind: 'appended', from: 1 }],
    ['a retirement behind', history(first, second), history(first, second, end), { kind: 'appended', from: 2 }],
    [
      'title reworded',
      history(first),
      history({ ...first, title: 'V' }),
      { kind: 'broken', entry: 0, what: 'title changed' },
    ],
    [
      'date removed',
      history(first),
      history({ title: 'T', rationale: 'R', check: first.check }),
      { kind: 'broken', entry: 0, what: 'date removed' },
    ],
    [
      'check changed inside',
      history(first),
      history({ ...first, check: { kind: 'path_exists', path: 'b' } }),
      { kind: 'broken', entry: 0, what: 'check changed' },
    ],
    ['own key added', history(first), history({ ...first, 'x-a': 1 }), { kind: 'broken', entry: 0, what: 'x-a added' }],
    [
      'own key changed',
      history({ ...first, 'x-a': 1 }),
      history({ ...first, 'x-a': 2 }),
      { kind: 'broken', entry: 0, what: 'x-a changed' },
    ],
    ['last entry removed', history(first, end), history(first), { kind: 'broken', entry: 1, what: 'entry removed' }],
    [
      'two entries removed',
      history(first, end, second),
      history(first),
      { kind: 'broken', entry: 1, what: '2 entries removed' },
    ],
    [
      'entry put before',
      history(first),
      history(second, first),
      { kind: 'broken', entry: 0, what: expect.stringContaining('title changed') },
    ],
    [
      'order changed',
      history(first, second, end),
      history(first, end, second),
      { kind: 'broken', entry: 1, what: expect.stringContaining('status added') },
    ],
    [
      'a later entry changed',
      history(first, second),
      history(first, { ...second, title: 'V' }, end),
      { kind: 'broken', entry: 1, what: 'title changed' },
    ],
    ['version 1 unchanged', record(), record(), { kind: 'same' }],
    ['version 1 changed', record(), record({ title: 'V' }), { kind: 'broken', entry: 0, what: 'title changed' }],
    ['version 1 became a history', record(), history(first), { kind: 'same' }],
    ['version 1 became a longer history', record(), history(first, end), { kind: 'appended', from: 1 }],
    [
      'version 1 became another',
      record(),
      history({ ...first, title: 'V' }),
      { kind: 'broken', entry: 0, what: 'title changed' },
    ],
    [
      'supersedes kept',
      record({ supersedes: ['HDR-002'] }),
      history({ ...first, supersedes: ['HDR-002'] }),
      { kind: 'same' },
    ],
    [
      'supersedes dropped',
      record({ supersedes: ['HDR-002'] }),
      history(first),
      { kind: 'broken', entry: 0, what: 'supersedes removed' },
    ],
    [
      'supersedes dropped later',
      history({ ...first, supersedes: ['HDR-002'] }),
      history(first),
      { kind: 'broken', entry: 0, what: 'supersedes removed' },
    ],
    [
      'supersedes added',
      record(),
      history({ ...first, supersedes: ['HDR-002'] }),
      { kind: 'broken', entry: 0, what: 'supersedes added' },
    ],
    ['own keys of version 1 stay behind', record({ 'x-a': 1 }), history(first), { kind: 'same' }],
    ['own keys of version 1 come along', record({ 'x-a': 1 }), history({ ...first, 'x-a': 1 }), { kind: 'same' }],
    [
      'own keys of version 1 rewritten',
      record({ 'x-a': 1 }),
      record({ 'x-a': 2 }),
      { kind: 'broken', entry: 0, what: 'x-a changed' },
    ],
    [
      'own keys inside a check of version 1',
      record({ check: { ...first.check, 'x-a': 1 } }),
      history(first),
      { kind: 'broken', entry: 0, what: 'check changed' },
    ],
  ])('%s', (_, before, after, change) => expect(compareHistories(before, after)).toEqual(change))

  test('another id is another decision', () => {
    const other = { ...history(first), id: 'HDR-002' }
    expect(compareHistories(history(first), other)).toEqual({
      kind: 'broken',
      entry: 0,
      what: 'id changed from HDR-001 to HDR-002',
    })
  })

  test('what the text looks like does not count', () => {
    const text = JSON.stringify({ schema_version: 2, id: 'HDR-001', history: [first] }, null, 2)
    const shuffled =
      '{"history":[{"check":{"path":"\\u0061","kind":"path_exists"},"rationale":"R","title":"T","date":"2026-10-21"}],"id":"HDR-001","schema_version":2}'
    for (const other of [shuffled, text.replaceAll('\n', '\r\n'), `\uFEFF${text}`, text.replace('2,', '2.0,')]) {
      expect(compareHistories(read(text), read(other))).toEqual({ kind: 'same' })
    }
  })

  test('every append is accepted and every other change found', () => {
    const word = fc.string({ minLength: 1, maxLength: 3 }).map((text) => `w${text}`)
    const value = fc.jsonValue({ maxDepth: 2 }).filter((found) => parseJson(JSON.stringify(found), { file: 'f' }).ok)
    const entry = fc.record({ title: word, rationale: word, 'x-n': value }, { requiredKeys: ['title', 'rationale'] })
    const entries = fc.array(entry, { minLength: 1, maxLength: 4 })
    fc.assert(
      fc.property(entries, entries, fc.nat(), word, (before, more, pick, other) => {
        expect(compareHistories(history(...before), history(...before, ...more))).toEqual({
          kind: 'appended',
          from: before.length,
        })
        const at = pick % before.length
        const changed = before.map((old, index) => (index === at ? { ...old, title: `${old.title}${other}` } : old))
        expect(compareHistories(history(...before), history(...changed, ...more))).toMatchObject({
          kind: 'broken',
          entry: at,
        })
      }),
    )
  })
})
