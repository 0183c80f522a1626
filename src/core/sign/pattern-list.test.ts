import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { matchesPatternList } from './pattern-list.ts'

describe('matchesPatternList', () => {
  test.each([
    ['alice', 'alice', true],
    ['alice', 'alic', false],
    ['alice', 'alicee', false],
    ['alice', 'Alice', false],
    ['alice', 'bob,alice', true],
    ['alice', 'a*e', true],
    ['alice', '*', true],
    ['alice', '*ice*', true],
    ['alice', 'al?ce', true],
    ['alice', 'al?ice', false],
    ['alice', '!alice', false],
    ['alice', '*,!alice', false],
    ['alice', '!alice,*', false],
    ['alice', '!bob,*', true],
    ['alice', '!bob', false],
    ['a.c', 'a.c', true],
    ['abc', 'a.c', false],
  ])('%s in %s: %s', (name, list, expected) => {
    expect(matchesPatternList(name, list)).toBe(expected)
  })

  test('is what a regular expression says', () => {
    const word = (letters: string) => fc.string({ unit: fc.constantFrom(...letters), maxLength: 8 })
    const hits = (name: string, part: string) =>
      new RegExp(`^${part.replaceAll('*', '.*').replaceAll('?', '.')}$`).test(name)
    fc.assert(
      fc.property(
        word('ab'),
        fc.array(fc.tuple(fc.boolean(), word('ab*?')), { minLength: 1, maxLength: 4 }),
        (name, parts) => {
          const list = parts.map(([isNegated, part]) => (isNegated ? '!' : '') + part).join(',')
          const matched = parts.filter(([, part]) => hits(name, part))
          expect(matchesPatternList(name, list)).toBe(matched.length > 0 && matched.every(([isNegated]) => !isNegated))
        },
      ),
    )
  })

  test('many stars take no time', () => {
    expect(matchesPatternList('a'.repeat(128), `${'*a'.repeat(200)}b`)).toBe(false)
  })
})
