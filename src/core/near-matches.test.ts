import { expect, test } from 'vitest'
import { nearMatches } from './near-matches.ts'

test.each<[string, readonly string[], readonly string[]]>([
  ['retier', ['retire', 'revise', 'list'], ['retire']],
  ['hdr-003', ['HDR-003', 'HDR-013', 'ADR-900'], ['HDR-003', 'HDR-013']],
  ['xyz', ['validate'], []],
  ['', ['a', 'validate'], ['a']],
])('%s', (word, candidates, near) => {
  expect(nearMatches(word, candidates)).toEqual(near)
})

test('at most three, the nearest first', () => {
  expect(nearMatches('HDR-001', ['HDR-009', 'HDR-002', 'HDR-001', 'HDR-003'])).toEqual([
    'HDR-001',
    'HDR-002',
    'HDR-003',
  ])
})

test('a very long word is near to nothing, and costs nothing', () => {
  expect(nearMatches('a'.repeat(100_000), ['validate', 'a'.repeat(100_000)])).toEqual(['a'.repeat(100_000)])
})
