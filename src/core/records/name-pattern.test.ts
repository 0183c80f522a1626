import { expect, test } from 'vitest'
import { compileTextPattern } from '../codec/text-pattern.ts'
import { compileNamePattern } from './name-pattern.ts'

const PATTERNS = [
  '^[a-z][a-z0-9]{0,15}-[0-9]{3,}-.+\\.md$',
  '\\.md$',
  '^d-[0-9]+',
  'd.md',
  '^(a|b)+\\.md$',
  '^a{2}b?c*$',
  '[^a]b',
  '^.{3}$',
  '\\d',
]
const NAMES = [
  '',
  'd-001-x.md',
  'D-001-x.md',
  'd-01-x.md',
  'd-001-.md',
  'x.md',
  'dxmd',
  'aabcc',
  'ab',
  'a\u2028b',
  'a\rb',
  '\u{1f600}',
  '日本語',
  'a7.md\n',
]

test.each(PATTERNS)('%s lists the same names on either engine', (pattern) => {
  const oracle = compileTextPattern(pattern)
  const matches = compileNamePattern(pattern)
  if (!oracle.ok || matches === null) throw new Error('does not compile')
  expect(NAMES.filter(matches)).toEqual(NAMES.filter(oracle.value))
})

test('a pattern that backtracks for ever in the language ends at once', () => {
  const matches = compileNamePattern('^([a-z]+)+$')
  expect(matches?.(`${'a'.repeat(200)}!`)).toBe(false)
  expect(compileNamePattern('^(?=a)')).toBeNull()
})
