import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  byCodePoint,
  canonicalTokenJson,
  floatNumber,
  indentedTokenJson,
  NumberToken,
  parseTokenJson,
  type TokenValue,
  wholeNumber,
} from './token-json.ts'

function read(text: string): TokenValue {
  const parsed = parseTokenJson(text, { file: 'record.json' })
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.faults))
  return parsed.value
}

describe('numbers keep their form', () => {
  it.each([
    ['600.0', '600.0'],
    ['600', '600'],
    ['9007199254740993', '9007199254740993'],
    ['1E5', '100000.0'],
    ['1e16', '1e+16'],
    ['0.00001', '1e-05'],
    ['0.0001', '0.0001'],
    ['1.5e-7', '1.5e-07'],
    ['123456789012345680.0', '1.2345678901234568e+17'],
    ['-0', '0'],
    ['-0.0', '-0.0'],
    ['0.25', '0.25'],
    ['1e300', '1e+300'],
  ])('%s is written %s', (token, text) => {
    expect(canonicalTokenJson(read(token))).toBe(text)
  })

  it('makes tokens of measured and counted quantities', () => {
    expect(floatNumber(600).text).toBe('600.0')
    expect(floatNumber(0.123).text).toBe('0.123')
    expect(wholeNumber(3).text).toBe('3')
    expect(() => wholeNumber(1.5)).toThrow('no whole number')
    expect(() => floatNumber(Number.NaN)).toThrow('no JSON number')
  })

  it('refuses what a double cannot reach, and keys that stand twice', () => {
    expect(parseTokenJson('1e999', { file: 'f' })).toMatchObject({ ok: false, faults: [{ code: 'inexact-number' }] })
    expect(parseTokenJson('{"a":1,"a":2}', { file: 'f' })).toMatchObject({
      ok: false,
      faults: [{ code: 'duplicate-key' }],
    })
    expect(parseTokenJson('NaN', { file: 'f' })).toMatchObject({ ok: false, faults: [{ code: 'not-json' }] })
  })

  it('writes any double so that it reads back as the same', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        const { text } = floatNumber(value)
        expect(Number(text)).toBe(value)
        expect(text).toMatch(/^-?\d+([.]\d+)?(e[+-]\d{2,3})?$/)
        expect(new NumberToken(text).isWhole).toBe(false)
      }),
    )
  })
})

describe('the canonical text', () => {
  it('orders keys by code point and escapes only what it must', () => {
    const value = read('{"\\uffee":1,"\\ud83d\\ude00":2,"a":"\\u007f\\u2028\\u00e9\\u0001/"}')
    expect(canonicalTokenJson(value)).toBe('{"a":"\u007f\u2028é\\u0001/","\uffee":1,"😀":2}')
  })

  it('orders as the UTF-8 bytes do', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (one, other) => {
        const bytes = Buffer.compare(Buffer.from(one), Buffer.from(other))
        expect(Math.sign(byCodePoint(one, other))).toBe(bytes)
      }),
    )
  })

  it('has an indented form for files', () => {
    expect(indentedTokenJson(read('{"b":[],"a":{"c":[1,2.50]},"d":{}}'))).toBe(
      '{\n  "a": {\n    "c": [\n      1,\n      2.5\n    ]\n  },\n  "b": [],\n  "d": {}\n}\n',
    )
  })

  it('gives the first line of the event log its known hash', () => {
    const genesis = createHash('sha256').digest('hex')
    const line = canonicalTokenJson(
      read(`{"type":"work_started","seq":1,"id":"event:1","data":{},"prev_sha256":"${genesis}"}`),
    )
    expect(createHash('sha256').update(line).digest('hex')).toMatch(/^039b94ad.*2734$/)
  })
})
