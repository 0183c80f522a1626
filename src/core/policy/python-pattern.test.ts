import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { randomRuns } from '../../../test/support/random-runs.ts'
import { pythonMatcher } from './python-matcher.ts'
import { translatePythonPattern } from './python-pattern.ts'

/** The span of the first match; null: none; a text: why the pattern is refused. */
function search(pattern: string, text: string): readonly [number, number] | null | string {
  const translated = translatePythonPattern(pattern)
  return translated.ok ? pythonMatcher(translated.value)(text) : translated.problem
}

type Cases = {
  /** Patterns, each with texts to search. What they must give is what Python gives. */
  readonly translated: readonly (readonly [pattern: string, ...texts: readonly string[]])[]
  /** What Python refuses as well. */
  readonly wrong: readonly string[]
  /** What Python takes and we do not, with a word of the reason. */
  readonly unsupported: readonly (readonly [pattern: string, word: string])[]
}
const CASES: Cases = JSON.parse(readFileSync('test/cases/python-patterns.json', 'utf8'))

describe('a pattern that is no regular expression', () => {
  it.each(CASES.wrong)('%j is refused', (pattern) => expect(translatePythonPattern(pattern).ok).toBe(false))
})

describe('what is not supported', () => {
  it.each(CASES.unsupported)('row %#: $1', (pattern, word) => {
    const translated = translatePythonPattern(pattern)
    expect(translated.ok ? '' : translated.problem).toContain(word)
  })
})

test('some matches, written out', () => {
  expect(search('kubectl +apply .*prod', 'sudo KUBECTL apply -f PROD.yaml')).toEqual([5, 26])
  expect(search('(?P<a>b){,2}\\Z', 'abb')).toEqual([1, 3])
  expect(search('[^\\W_]', '_é')).toEqual([1, 2])
  expect(search('b', '😀b')).toEqual([2, 3])
})

const python = spawnSync('python3', ['-c', 'import sys; print(sys.version_info >= (3, 11))'], { encoding: 'utf8' })
const hasPython = python.stdout?.trim() === 'True'

/** Spans in code points and the message of an error, as Python gives them. */
const ORACLE = `
import json, re, sys, warnings
warnings.simplefilter('ignore')
def search(pattern, text):
    try:
        found = re.compile(pattern, re.IGNORECASE).search(text)
    except (re.error, ValueError, OverflowError, RecursionError) as error:
        return str(error)
    return None if found is None else list(found.span())
print(json.dumps([search(*pair) for pair in json.load(sys.stdin)]))
`

function askPython(
  pairs: readonly (readonly [string, string])[],
): readonly (readonly [number, number] | null | string)[] {
  const { stdout } = spawnSync('python3', ['-c', ORACLE], {
    input: JSON.stringify(pairs),
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  })
  return JSON.parse(stdout)
}

/** Our span in code points; every refusal as the same text. */
function asPython(found: ReturnType<typeof search>, text: string): readonly [number, number] | null | string {
  if (found === null) return null
  if (typeof found === 'string') return 'refused'
  return [[...text.slice(0, found[0])].length, [...text.slice(0, found[1])].length]
}

describe.skipIf(!hasPython)('beside python3 (3.11 or later, skipped where it is not installed)', () => {
  it('what is translated matches where Python matches', () => {
    const pairs = CASES.translated.flatMap(([pattern, ...texts]) => texts.map((text) => [pattern, text] as const))
    const expected = askPython(pairs)
    const ours = pairs.map(([pattern, text]) => [pattern, text, asPython(search(pattern, text), text)])
    expect(ours).toEqual(pairs.map(([pattern, text], at) => [pattern, text, expected[at]]))
  })

  it('refuses what we call wrong, and takes what we call unsupported', () => {
    const isRefused = (found: unknown) => typeof found === 'string'
    const taken = CASES.wrong.filter((_, at) => !isRefused(askedWrong[at]))
    const askedUnsupported = askPython(CASES.unsupported.map(([pattern]) => [pattern, '']))
    const refused = CASES.unsupported.filter((_, at) => isRefused(askedUnsupported[at])).map(([pattern]) => pattern)
    expect({ taken, refused }).toEqual({ taken: [], refused: [] })
  })
  const askedWrong = hasPython ? askPython(CASES.wrong.map((pattern) => [pattern, ''])) : []

  it('agrees on patterns made of pieces', () => {
    const pairs = fc.sample(fc.tuple(madePattern, madeText), { numRuns: randomRuns(4000), seed: 7 })
    const expected = askPython(pairs)
    const different = pairs.flatMap(([pattern, text], at) => {
      const theirs = expected[at]
      const found = search(pattern, text)
      // What only we refuse is listed by name above.
      if (typeof found === 'string') return typeof theirs === 'string' || isUnsupported(found) ? [] : [[pattern, found]]
      const ours = asPython(found, text)
      return JSON.stringify(ours) === JSON.stringify(theirs) ? [] : [[pattern, text, ours, theirs]]
    })
    expect(different).toEqual([])
  })
})

function isUnsupported(problem: string): boolean {
  return /not supported|ASCII letters only|counted beyond|written out/.test(problem)
}

const PIECES = [
  ...[
    'a',
    'B',
    'rm',
    ' ',
    '-',
    '.',
    '^',
    '$',
    '|',
    '(',
    ')',
    '(?:',
    '(?P<n>',
    '(?i:',
    '(?s:',
    '(?-i:',
    '(?x: ',
    '(?#c)',
    '#',
  ],
  ...[
    '*',
    '+',
    '?',
    '{2}',
    '{,2}',
    '{1,3}',
    '{',
    '}',
    '[',
    ']',
    '[^',
    '[a-z]',
    '[^\\s]',
    '[\\w-]',
    '[^\\W_]',
    '\\W',
    '\\w',
  ],
  ...[
    '\\d',
    '\\s',
    '\\S',
    '\\D',
    '\\b',
    '\\B',
    '\\A',
    '\\Z',
    '\\n',
    '\\x41',
    '\\u00e9',
    '\\.',
    '\\\\',
    '\\1',
    '(?m)',
    '(?a)',
    '(?x)',
  ],
]
const madePattern = fc
  .array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 8 })
  .map((pieces) => pieces.join(''))
const madeText = fc
  .array(fc.constantFrom('a', 'b', 'A', 'r', 'm', ' ', '-', '1', '_', '\n', '.', '#', '{'), {
    minLength: 1,
    maxLength: 8,
  })
  // Texts are judged without outer blanks and never empty; else `$` and `\B` would differ.
  .map((letters) => letters.join('').trim() || 'a')

describe('whatever the pattern', () => {
  const anyPattern = fc.oneof(
    fc.array(fc.constantFrom(...PIECES), { maxLength: 60 }).map((pieces) => pieces.join('')),
    fc.string({ unit: 'grapheme', maxLength: 60 }),
    fc.string({ unit: 'binary', maxLength: 60 }),
  )

  it('never throws, and what is translated compiles', () => {
    fc.assert(
      fc.property(anyPattern, (pattern) => search(pattern, 'rm -r a\n1') !== undefined),
      { numRuns: randomRuns(5000) },
    )
  })

  it.each([
    '('.repeat(500) + ')'.repeat(500),
    `${'(?:'.repeat(200)}a${'*)'.repeat(200)}`,
    `${'('.repeat(240)}a${'|)*'.repeat(240)}`,
    '('.repeat(1000),
    '['.repeat(1000),
    '\\W'.repeat(500),
    '[\\Wa]'.repeat(200),
  ])('a pattern at the limit is answered (%#)', (pattern) => expect(() => search(pattern, 'aaa')).not.toThrow())

  it.each([
    '(a+)+$',
    '(a|aa)+$',
    '(a|a?)+$',
    '(.*a){12}b',
    '(?:a?){500}a{500}b',
    '([ab]*a)*c',
    '\\b(\\w+ ?)*$',
    'a{1000}b',
  ])('%s takes no more time in a hostile text', (pattern) => {
    const start = performance.now()
    search(pattern, `${'a'.repeat(65_000)}!`)
    expect(performance.now() - start).toBeLessThan(2000)
  })
})
