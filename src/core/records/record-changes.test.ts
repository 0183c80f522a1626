import { describe, expect, test } from 'vitest'
import { type ComparedRecord, recordChanges } from './record-changes.ts'

const record = (id: string | null, rest: Partial<ComparedRecord> = {}): ComparedRecord => ({
  id,
  path: `${id}.md`,
  state: 'decided',
  reviews: [],
  supersededBy: null,
  pins: [],
  ...rest,
})
const said = (reviewer: string, on = '2026-11-02') => ({ reviewer, verdict: 'agree', on })

describe('recordChanges', () => {
  test('nothing happened to the same records', () => {
    const both = [record('a', { reviews: [said('ana')], pins: [{ path: 'x', sha256: '1' }] }), record(null)]
    expect(recordChanges(both, both)).toEqual([])
  })

  test('records come, go, and change their state', () => {
    expect(recordChanges([record('a'), record('b')], [record('a', { state: 'ratified' }), record('c')])).toEqual([
      { kind: 'state', id: 'a', from: 'decided', to: 'ratified' },
      { kind: 'new', id: 'c', path: 'c.md', state: 'decided' },
      { kind: 'removed', id: 'b', path: 'b.md', state: 'decided' },
    ])
  })

  test('a verdict is new by name, word, day and session, whatever its place; twice is one more', () => {
    const before = [record('a', { reviews: [said('ana'), said('bo')] })]
    const changes = recordChanges(before, [
      record('a', { reviews: [said('bo'), said(' Ana'), said('bo'), said('ana', '2026-11-03')] }),
    ])
    expect(changes.map((change) => change.kind === 'verdict' && [change.principal, change.index])).toEqual([
      ['bo', 2],
      ['ana', 3],
    ])
    expect(recordChanges(before, [record('a', { reviews: 'none' })])).toEqual([])
  })

  test('a link that takes effect, and pins by their paths', () => {
    const before = [
      record('a', {
        pins: [
          { path: 'x', sha256: '1' },
          { path: 'y', sha256: '1' },
        ],
      }),
    ]
    const now = [
      record('a', {
        supersededBy: 'b',
        pins: [
          { path: 'x', sha256: '2' },
          { path: 'z', sha256: '3' },
        ],
      }),
    ]
    expect(recordChanges(before, now)).toEqual([
      { kind: 'supersession', id: 'b', supersedes: 'a' },
      { kind: 'pin', id: 'a', path: 'x', from: '1', to: '2' },
      { kind: 'pin', id: 'a', path: 'y', from: '1', to: null },
      { kind: 'pin', id: 'a', path: 'z', from: null, to: '3' },
    ])
  })
})
