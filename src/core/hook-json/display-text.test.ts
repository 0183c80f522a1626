import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CONTEXT_MAX, contextText, REASON_MAX, reasonText } from './display-text.ts'

describe('reasonText', () => {
  it.each([
    ['HDR-003: ask a person', 'HDR-003: ask a person'],
    ['  padded \n', 'padded'],
    ['', 'refused without a reason'],
    [' \n\t ', 'refused without a reason'],
    ['a\nb\rc\td\u001b[31m', 'a\\nb\\rc\\td\\e[31m'],
    ['evil\u202egpj', 'evil\\u{202e}gpj'],
    ['half \ud800', 'half \\u{d800}'],
    ['ö 決 😀', 'ö 決 😀'],
  ])('shows %j as %j', (reason, shown) => {
    expect(reasonText(reason)).toBe(shown)
  })

  it('cuts a long one with a sign', () => {
    expect(reasonText('x'.repeat(500))).toBe('x'.repeat(500))
    expect(reasonText('x'.repeat(501))).toBe(`${'x'.repeat(499)}…`)
    expect(reasonText('\u0001'.repeat(400))).toHaveLength(REASON_MAX)
  })

  it('never cuts a character in two', () => {
    expect(reasonText(`${'x'.repeat(498)}😀😀`)).toBe(`${'x'.repeat(498)}…`)
  })

  it('is one printable line of at most 500 characters, whatever comes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 700 }), (reason) => {
        const shown = reasonText(reason)
        expect(shown).not.toBe('')
        expect(shown.length).toBeLessThanOrEqual(REASON_MAX)
        expect(shown).not.toMatch(/[\p{Cc}\p{Cs}]/u)
      }),
    )
  })
})

describe('contextText', () => {
  it('keeps lines and escapes the rest', () => {
    expect(contextText('one\r\n\ntwo\u0007\n')).toBe('one\n\ntwo\\u{7}')
    expect(contextText(' \n ')).toBe('')
  })

  it('ends below the limit of the harness', () => {
    expect(contextText('x'.repeat(20_000))).toBe(`${'x'.repeat(CONTEXT_MAX - 1)}…`)
    expect(contextText('\u0001'.repeat(9_000)).length).toBe(CONTEXT_MAX)
  })
})
