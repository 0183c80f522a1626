import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { brokenPromise, hostileRecords, isAccepted } from '../../../test/support/record-properties.ts'
import { readPlainLayout } from './front-matter-fast.ts'
import { parseRecordText, readRecordBytes } from './record-text.ts'
import { reviewDigest } from './review-digest.ts'

const OPTIONS = { file: 'r', format: 'markdown-front-matter', digestFields: ['reviews', 'seal', 'state'] } as const

describe('hostile records', () => {
  test('are refused with a line, or read as the library and the digest read them', () => {
    fc.assert(
      fc.property(hostileRecords, (text) => {
        expect(brokenPromise(text)).toBe(null)
      }),
      { numRuns: 600 },
    )
  })

  test('the generator makes records of both sorts', () => {
    const accepted = fc.sample(hostileRecords, { numRuns: 300, seed: 1 }).filter(isAccepted).length
    expect(accepted).toBeGreaterThan(30)
    expect(accepted).toBeLessThan(270)
  })

  test('the quick reader takes some of them', () => {
    const taken = fc
      .sample(hostileRecords, { numRuns: 300, seed: 1 })
      .filter((text) => readPlainLayout(text.slice(4, text.indexOf('\n---\n', 3) + 1)) !== null).length
    expect(taken).toBeGreaterThan(20)
  })

  test('any bytes end in an answer', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 60 }),
        fc.constantFrom('markdown-front-matter', 'json'),
        (bytes, format) => {
          const framed = Buffer.concat([Buffer.from('---\na: '), bytes, Buffer.from('\n---\n')])
          for (const given of [bytes, framed]) {
            const { text, parsed } = readRecordBytes(given, { ...OPTIONS, format })
            expect(parsed.ok || parsed.faults.length).toBeTruthy()
            expect(reviewDigest(text, format, OPTIONS.digestFields)).toMatch(/^[0-9a-f]{64}$/)
          }
        },
      ),
    )
  })

  const big = 60_000
  test.each([
    ['brackets', `a: ${'['.repeat(big)}`],
    ['braces', `a: ${'{a: '.repeat(big / 4)}`],
    ['dashes', `a:\n${'- '.repeat(big / 2)}`],
    ['lines of dashes', `a:\n${'-\n'.repeat(big / 2)}`],
    ['digest lines with dashes', `state:\n${'- 1\n'.repeat(big / 4)}`],
    ['keys', Array.from({ length: big / 10 }, (_, index) => `k${index}: 1`).join('\n')],
    ['one key twice', 'state: x\n'.repeat(big / 10)],
    ['anchors', 'a: &x 1\n'.repeat(big / 10)],
    ['bad numbers', `a: [${'0x1, '.repeat(big / 10)}]`],
    ['a long key over many elements', `${'k'.repeat(big)}: [${'1,'.repeat(big / 4)}]`],
    ['deep lists of blank lines', `a: ${'['.repeat(60)}x${'\n \n'.repeat(big / 8)}`],
    ['a quoted text of blank lines', `a: "x${'\n'.repeat(big)}  y"`],
    ['a long number', `a: ${'9'.repeat(big)}`],
    ['blanks', `a: ${' '.repeat(big)}x`],
    ['question marks', '? '.repeat(big / 2)],
    ['colons', `a: ${':'.repeat(big)}`],
  ])('of %s are answered fast', (_, fields) => {
    const start = performance.now()
    const text = `---\n${fields}\n---\n`
    parseRecordText(text, OPTIONS)
    reviewDigest(text, 'markdown-front-matter', OPTIONS.digestFields)
    expect(performance.now() - start).toBeLessThan(2000)
  })

  test('JSON of many blanks is digested fast', () => {
    const start = performance.now()
    reviewDigest(`{${' '.repeat(big)}"state"${' '.repeat(big)}:${' '.repeat(big)}1${' '.repeat(big)}}`, 'json', [
      'state',
    ])
    expect(performance.now() - start).toBeLessThan(2000)
  })
})
