// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the texts are shell words
import { spawnSync } from 'node:child_process'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expandBraces } from './brace-expansion.ts'

const hasBash = spawnSync('bash', ['-c', ':']).status === 0

/** What bash makes of words that hold nothing but braces and letters. */
function bashWords(texts: readonly string[]): readonly string[] {
  const script = `set -f\n${texts.map((text) => `printf '<%s>' ${text}\necho`).join('\n')}\n`
  return spawnSync('bash', ['-s'], { input: script, encoding: 'utf8' }).stdout.split('\n').slice(0, texts.length)
}

const WORDS = [
  'a{b,c}d',
  '{a,b}{c,d}',
  '{a,{b,c}d}',
  'x{1..3}',
  '{3..1}',
  '{01..10..4}',
  '{a..e..2}',
  '{-2..2}',
  '{a}',
  'a{',
  'a}b',
  '{a,b',
  '{,a}x',
  'a{}b',
  '{a,b}}',
  '{{a,b}',
  '{a..}',
  '{1..a}',
  '{a,b}c{d,e}f',
  '{5..5}',
  '{a,b{c}',
  '{{a,b},c}',
  '{a,}x',
  '{-01..1}',
  '{z..x}',
  'a{b,c}{',
  '{a,b}{}',
]

describe('brace expansion', () => {
  it.skipIf(!hasBash)('lists what bash lists', () => {
    const ours = WORDS.map((text) =>
      expandBraces(text)
        ?.map((word) => `<${word}>`)
        .join(''),
    )
    expect(ours).toEqual(bashWords(WORDS))
  })

  it('leaves quotes and expansions whole', () => {
    expect(expandBraces('"{a,b}"{c,d}')).toEqual(['"{a,b}"c', '"{a,b}"d'])
    expect(expandBraces("'{a,b}'\\{c,d}")).toEqual(["'{a,b}'\\{c,d}"])
    expect(expandBraces('${x,y}{1,2}')).toEqual(['${x,y}1', '${x,y}2'])
    expect(expandBraces('$(a {b,c}){1,2}')).toEqual(['$(a {b,c})1', '$(a {b,c})2'])
    expect(expandBraces('`{a,b}`')).toEqual(['`{a,b}`'])
  })

  it('gives up on too many words', () => {
    for (const text of ['{1..1000}', '{a,b}'.repeat(20), '{1..999999999}']) expect(expandBraces(text)).toBeNull()
  })

  it.skipIf(!hasBash)('agrees with bash on random words', () => {
    const words = fc.sample(
      fc.string({ unit: fc.constantFrom('{', '}', ',', 'a', '1', '..'), minLength: 1, maxLength: 9 }),
      500,
    )
    const texts = words.map((word) => `x${word}`)
    const differing = bashWords(texts).filter(
      (bash, at) =>
        expandBraces(texts[at] ?? '')
          ?.map((word) => `<${word}>`)
          .join('') !== bash,
    )
    expect(differing.length).toBeLessThanOrEqual(texts.length / 20)
  })
})
