import { expect, test } from 'vitest'
import { judgeSource } from './source-block.ts'

const SHA = '0'.repeat(64)

test('what the shapes allow, and what belongs to the kind', () => {
  const source = {
    kind: 'workspace',
    via: 'mcp',
    client: { name: 'c', version: '1' },
    harness: 'h',
    model: 'm',
    session: { record: 'S-0001' },
    turns: { from: 2, to: 2 },
    transcript: { uri: 'file:///a', sha256: SHA },
  }
  expect(judgeSource(source, 'source')).toEqual([])
  expect(judgeSource({ session: null }, 'source')).toEqual([])
  expect(judgeSource({ session: 'S-1' }, 'source')).toEqual([])
  expect(judgeSource(undefined, 'source')).toEqual([])
  expect(judgeSource('text', 'source')).toEqual([])
})

test.each([
  [{ via: 'web' }, '/source/via must be "cli" or "mcp" or "harvest"'],
  [{ client: {} }, '/source/client/name is required'],
  [{ client: { name: 'c', os: 'x' } }, '/source/client/os is no known key'],
  [{ model: '' }, '/source/model must be a non-empty text'],
  [{ session: {} }, '/source/session must hold an id or a record'],
  [{ session: 7 }, '/source/session must be an object'],
  [{ turns: { from: 5, to: 2 } }, '/source/turns/to must not be before from'],
  [{ turns: { from: -1, to: 2 } }, '/source/turns/from must be a whole number from 0'],
  [
    { transcript: { path: 'a', uri: 'file:b', sha256: SHA } },
    '/source/transcript must hold exactly one of path and uri',
  ],
  [{ transcript: { sha256: SHA } }, '/source/transcript must hold exactly one of path and uri'],
  [{ transcript: { path: 'a', sha256: 'x' } }, '/source/transcript/sha256 must be a text like ^[0-9a-f]{64}$'],
])('%j', (source, message) => {
  expect(judgeSource(source, 'source')).toEqual([message])
})

test('all faults at once', () => {
  expect(judgeSource({ via: 'web', harness: 1 }, 'origin')).toHaveLength(2)
})
