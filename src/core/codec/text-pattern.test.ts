import { describe, expect, test } from 'vitest'
import { compileTextPattern } from './text-pattern.ts'

describe('text patterns', () => {
  test.each([
    ['TODO', undefined, 'a TODO b', true],
    ['TODO', undefined, 'todo', false],
    ['todo', 'i', 'TODO', true],
    ['^b$', undefined, 'a\nb\nc', false],
    ['^b$', 'm', 'a\nb\nc', true],
    ['a.b', undefined, 'a\nb', false],
    ['a.b', 's', 'a\nb', true],
    ['\\p{Greek}', undefined, 'λ', true],
    ['^b.c$', 'ims', 'a\nB\nC', true],
  ])('%s with flags %s in %j: %s', (pattern, flags, text, expected) => {
    const parsed = compileTextPattern(pattern, flags)
    expect(parsed.ok && parsed.value(text)).toBe(expected)
  })

  test.each([
    ['(', ''],
    ['(?=a)', ''],
    ['(a)\\1', ''],
    ['a', 'g'],
    ['a', 'y'],
    ['a{2000}', ''],
    ['x'.repeat(1001), ''],
  ])('%.20s with flags %j is refused', (pattern, flags) => {
    const parsed = compileTextPattern(pattern, flags)
    expect(parsed.ok ? [] : parsed.faults.map((fault) => fault.code)).toEqual(['bad-pattern'])
  })

  test('a pattern that makes other engines backtrack ends at once', () => {
    const parsed = compileTextPattern('(a+)+$')
    expect(parsed.ok && parsed.value(`${'a'.repeat(50_000)}b`)).toBe(false)
  })
})
