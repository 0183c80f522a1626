import { describe, expect, test } from 'vitest'
import { printable, printableJson } from './printable.ts'

const HOSTILE = 'a\u001b[2J\u0007\n\r\t\u0085\u009b\u202e\u2066\u200b\u2028\ufeff\u{e0041}\ud800z'
const BAD = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u

describe('printable', () => {
  test('shows what could move a cursor or turn the text as escapes, on one line', () => {
    expect(printable(HOSTILE)).not.toMatch(BAD)
    expect(printable('a\u001b[2J\n')).toBe('a\\e[2J\\n')
    expect(printable('\u202eabc')).toBe('\\u{202e}abc')
  })

  test('leaves letters of every script alone', () => {
    for (const text of ['Größe', '決定', 'قرار', 'e\u0301', '👍', "it's <b> & co"]) expect(printable(text)).toBe(text)
  })

  test('JSON keeps its value and its layout', () => {
    const value = { [HOSTILE]: [HOSTILE, 1] }
    const json = printableJson(JSON.stringify(value, null, 2))
    expect(JSON.parse(json)).toEqual(value)
    expect(json.replaceAll('\n', '')).not.toMatch(BAD)
    expect(json.split('\n')).toHaveLength(6)
  })
})
