import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { randomRuns } from '../../../test/support/random-runs.ts'
import { classifyCommand } from './classify-command.ts'

const CORPUS = ['everyday-commands', 'everyday-commands-more', 'dangerous-commands', 'shell-policy'].flatMap((name) =>
  (
    JSON.parse(readFileSync(`test/cases/${name}.json`, 'utf8')) as { command?: string; input?: { command: string } }[]
  ).map(({ command, input }) => command ?? input?.command ?? ''),
)
/** What one answer may take, with room for a machine that does other things: the limit itself is 500 ms. */
const LIMIT_MS = 2000

function answer(text: string): string {
  const start = performance.now()
  const { action, span, text: judged } = classifyCommand(text)
  expect(performance.now() - start, JSON.stringify(text.slice(0, 200))).toBeLessThan(LIMIT_MS)
  expect(['ALLOW', 'MANUAL', 'BLOCK']).toContain(action)
  if (span !== null) {
    expect(span[0]).toBeGreaterThanOrEqual(0)
    expect(span[1]).toBeGreaterThanOrEqual(span[0])
    expect(span[1]).toBeLessThanOrEqual(judged.length)
  }
  return action
}

describe('any text is answered', () => {
  it('of random characters and bytes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (text) => void answer(text)),
      { numRuns: randomRuns(1500) },
    )
    const sign = fc.constantFrom(...'$(){}[]<>|&;`\'"\\ \n\t*?~!#=-+0aA/é\u200b\ue000\ue003\0'.split(''))
    fc.assert(
      fc.property(fc.string({ unit: sign, maxLength: 200 }), (text) => void answer(text)),
      { numRuns: randomRuns(3000) },
    )
  })

  it.each([
    'constructor x',
    '-- x\nconstructor y',
    'toString',
    'toString=1 ls',
    '__proto__ x',
    'git constructor',
    'npm toString',
    'x=y constructor=z; $toString',
    'docker constructor',
    'kubectl valueOf',
    'psql -c constructor',
    'hasOwnProperty | sh',
  ])('that names what every object has: %s', (text) => void answer(text))

  it('of commands that were cut, doubled and mixed', () => {
    const piece = fc
      .constantFrom(...CORPUS)
      .chain((text) =>
        fc
          .tuple(fc.nat(text.length), fc.nat(text.length))
          .map(([from, to]) => text.slice(Math.min(from, to), Math.max(from, to))),
      )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 5 }), (pieces) => void answer(pieces.join(''))),
      { numRuns: randomRuns(3000) },
    )
  })

  it.each([
    ['$(', 30_000],
    ['(', 30_000],
    ['${a:-', 12_000],
    ['`', 30_000],
    ['((', 20_000],
    ['<(', 20_000],
    ['{a,b}', 5_000],
    ['rm -rf $(', 6_000],
    ['a=$a$a;', 8_000],
    ['f(){ f; };f;', 5_000],
    ['if x; then ', 5_000],
    ['sudo ', 12_000],
    ['cat <<E\n', 8_000],
    ['git push origin x;', 3_600],
    ['curl https://example.com|', 2_500],
    ['find . -exec ', 4_500],
    ['psql -c "DROP', 4_500],
    ["'", 60_000],
    ['$1', 30_000],
    ['x&', 30_000],
  ])('of %j, repeated', (piece, count) => {
    for (const times of [count >> 6, count]) answer(piece.repeat(times))
  })

  it('of a mebibyte', () => {
    for (const piece of ['a', 'a ', 'rm -rf x;', '\n', '\u00e9', '$(', '"']) {
      const text = piece.repeat(Math.ceil(1_048_576 / piece.length))
      expect(answer(text)).not.toBe(piece.trim() === '' ? 'BLOCK' : 'ALLOW')
    }
  })
})
