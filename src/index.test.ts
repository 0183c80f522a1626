import { expect, test } from 'vitest'
import * as library from './index.ts'

const TEXT = JSON.stringify({
  schema_version: 2,
  id: 'HDR-001',
  history: [
    { title: 'Keep the readme', rationale: 'People read it.', check: { kind: 'path_exists', path: 'README.md' } },
  ],
})

test('a log can be read, explained, extended and held to its past without a command', () => {
  const file = { name: 'HDR-001.json', text: TEXT }
  const log = library.assembleLog({ files: [file] })
  expect(log.current.map(({ id, title }) => [id, title])).toEqual([['HDR-001', 'Keep the readme']])
  const check = log.current[0]?.check
  expect(check && library.explainCheck(check)).toContain('README.md')

  const text = library.appendEntry(TEXT, { kind: 'retirement', date: '2026-12-01', rationale: 'Nobody reads it.' })
  const [before, after] = [file, { ...file, text }].map((each) => library.parseDecisionFile(each))
  if (!before?.ok || !after?.ok) throw new Error('both are valid')
  expect(library.compareHistories(before.value, after.value)).toEqual({ kind: 'appended', from: 1 })
  expect(library.compareHistories(after.value, before.value).kind).toBe('broken')
  expect(library.nextId(['HDR-001'])).toBe('HDR-002')
})

test('nothing of a harness or a store is in it', () => {
  expect(Object.keys(library).filter((name) => /hook|claude|codex|store|open[A-Z]/i.test(name))).toEqual([])
})
