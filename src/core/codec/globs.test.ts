import fc from 'fast-check'
import picomatch from 'picomatch'
import { describe, expect, test } from 'vitest'
import { expandBraces } from './glob-braces.ts'
import { mayOverlap } from './glob-overlap.ts'
import { compileGlobs, globBase, parseGlob } from './globs.ts'

const ROWS: readonly (readonly [glob: string, hits: readonly string[], misses: readonly string[]])[] = [
  ['infra/**', ['infra/a', 'infra/a/b.tf', 'INFRA/.x/y', 'infra'], ['infrastructure/a', 'a/infra/b', 'inf']],
  ['infra/', ['infra/a', 'infra/.env', 'infra/a/b'], ['infrax/a']],
  ['./src/*.ts', ['src/a.ts', 'SRC/A.TS', 'src/.ts'], ['src/a/b.ts', 'a.ts']],
  ['**/*.lock', ['a.lock', 'a/b/.lock'], ['a.lock/b', 'lock']],
  ['*/**', ['a/b', '.a/b/c'], ['a']],
  ['*', ['a', '.env'], ['a/b']],
  ['**', ['a', '.a/b'], []],
  ['a/**/b', ['a/b', 'a/x/b', 'a/x/y/b'], ['a/xb', 'ab', 'a']],
  ['a**/c', ['ab/c', 'a/c'], ['a/b/c']],
  ['a/{b,c/d}/**', ['a/b/x', 'a/c/d/x'], ['a/c/x']],
  ['{a,b{c,d}}.ts', ['a.ts', 'bc.ts', 'bd.ts'], ['b.ts']],
  ['a?c', ['abc', 'a😀c'], ['ac', 'a/c']],
  ['[a-c].ts', ['b.ts', 'B.ts'], ['d.ts']],
  ['[!a].ts', ['b.ts'], ['a.ts']],
  ['app/[id]/**', ['app/[id]/page', 'app/i/page'], ['app/x/page']],
  ['app/(group)/x', ['app/(group)/x'], ['app/group/x']],
  ['a\\*b', ['a*b'], ['axb']],
  ['{a}', ['{a}'], ['a']],
  ['[a', ['[a'], ['a']],
  ['a//./b', ['a/b'], ['a']],
  ['stra\u00dfe', ['STRASSE', 'Stra\u00dfe'], ['strase']],
  ['caf\u00e9', ['cafe\u0301', 'CAF\u00c9'], ['cafe']],
]

describe('globs', () => {
  test.each(ROWS)('%s matches what it names and nothing else', (glob, hits, misses) => {
    const matches = compileGlobs([glob])
    expect(hits.filter((path) => !matches(path))).toEqual([])
    expect(misses.filter((path) => matches(path))).toEqual([])
  })

  test('no glob matches nothing', () => expect(compileGlobs([])('a')).toBe(false))

  test.each([
    '',
    '  ',
    '/etc/passwd',
    'C:/x',
    '~/x',
    '../x',
    'a/../b',
    'a/..',
    '{..,a}/b',
    '!a',
    '+(a)',
    'infra\\main',
    '{1..9}',
    '{a',
    'a}',
    'a\u0000',
    'x'.repeat(1025),
    '{a,b}'.repeat(9),
  ])('the glob %j is refused', (glob) => {
    const parsed = parseGlob(glob)
    expect(parsed.ok).toBe(false)
    expect(() => compileGlobs([glob])).toThrow()
  })

  test.each(['a..b', '...', 'a\\(b', 'x+y', '@scope/**', 'a b'])('the glob %j is fine', (glob) => {
    expect(parseGlob(glob)).toEqual({ ok: true, value: glob })
  })

  test.each([
    ['infra/**', 'infra'],
    ['src/a.ts', 'src'],
    ['**', ''],
    ['a.ts', ''],
    ['a/b/*.ts', 'a/b'],
    ['a/b/', 'a/b'],
    ['./a/{b,c}/d', 'a'],
    ['a\\*b/c/*', 'a*b/c'],
  ])('the base of %s is %j', (glob, base) => expect(globBase(glob)).toBe(base))

  test('a glob that makes expressions backtrack is matched at once', () => {
    const matches = compileGlobs(['**/a/**/a/**/a/**/a/**/b', `${'*a'.repeat(200)}b`])
    expect(matches(`${'a/'.repeat(2000)}c`)).toBe(false)
    expect(matches('a'.repeat(4000))).toBe(false)
  })

  test('agrees with picomatch on plain globs', () => {
    const part = fc.constantFrom('a', 'b', '*', '**', '?', 'a*', '*b', '.a', '{a,b}', '[ab]')
    const glob = fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('/'))
    const path = fc
      .array(fc.constantFrom('a', 'b', 'ab', '.a', 'ba'), { minLength: 1, maxLength: 5 })
      .map((names) => names.join('/'))
    fc.assert(
      fc.property(glob, path, (pattern, name) => {
        // Its readings of `*/**` and `?/**` differ from one another.
        fc.pre(!/[?*\]][^/]*(?:\/\*\*)+$/.test(pattern))
        const theirs = picomatch(pattern, { dot: true, nocase: true, noextglob: true })(name)
        expect(compileGlobs([pattern])(name)).toBe(theirs)
      }),
      { numRuns: 4000 },
    )
  })
})

test('braces that do not close, and escaped ones, are text', () => {
  expect(expandBraces('{a,b')).toEqual(['{a,b'])
  expect(expandBraces('\\{a,b\\}')).toEqual(['\\{a,b\\}'])
  expect(expandBraces('{a\\,b,c}')).toEqual(['c', 'a\\,b'])
})

describe('overlap', () => {
  test.each([
    ['infra/*', 'infra/**', true],
    ['*', 'infra/**', true],
    ['*', 'infra/main.tf', false],
    ['src/*', 'infra/**', false],
    ['*.ts', '*.lock', false],
    ['a*', '*b', true],
    ['a*', 'b*', false],
    ['**/x', 'a/**', true],
    ['a/**/z', 'a/b/c', false],
    ['{a,b}/x', 'b/*', true],
    ['../x', 'a', true],
  ])('%s and %s: %s', (a, b, expected) => {
    expect(mayOverlap(a, b)).toBe(expected)
    expect(mayOverlap(b, a)).toBe(expected)
  })

  test('a path that both match is never missed', () => {
    const part = fc.constantFrom('a', 'b', '*', '**', '?', 'a*', '*b', '{a,b}', '[ab]')
    const glob = fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('/'))
    const path = fc
      .array(fc.constantFrom('a', 'b', 'ab', 'ba'), { minLength: 1, maxLength: 4 })
      .map((names) => names.join('/'))
    fc.assert(
      fc.property(glob, glob, path, (a, b, name) => {
        fc.pre(compileGlobs([a])(name) && compileGlobs([b])(name))
        expect(mayOverlap(a, b)).toBe(true)
      }),
    )
  })
})
