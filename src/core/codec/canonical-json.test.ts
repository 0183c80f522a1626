import { readFileSync } from 'node:fs'
import canonicalize from 'canonicalize'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { canonicalJson } from './canonical-json.ts'
import { parseJson } from './json.ts'
import type { JsonValue } from './json-value.ts'

type Case = {
  readonly id: string
  readonly title: string
  readonly input: { readonly json?: string; readonly hex?: string; readonly js?: string }
  readonly expect: {
    readonly canonical?: string
    readonly canonical_in?: readonly string[]
    readonly error?: boolean
    readonly accept?: readonly string[]
  }
}

const CASES: readonly Case[] = JSON.parse(
  readFileSync(new URL('../../../test/cases/jcs.json', import.meta.url), 'utf8'),
)

/** The expressions of the cases, written out: a test does not evaluate text. */
const EXPRESSIONS: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ['[undefined, null, 123]', [undefined, null, 123]],
  ['[1,,2]', new Array(3).fill(1, 0, 1).fill(2, 2)],
  ['({score: NaN})', { score: Number.NaN }],
])

function canonical(input: Case['input']): string | null {
  try {
    return canonicalJson(inputValue(input))
  } catch {
    return null
  }
}

function inputValue(input: Case['input']): JsonValue {
  if (input.js !== undefined) return EXPRESSIONS.get(input.js) as JsonValue
  const bytes = Buffer.from(input.hex ?? '', 'hex')
  const text = input.json ?? new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  const parsed = parseJson(text, { file: 'case', numbers: 'rounded' })
  if (!parsed.ok) throw new Error('not read')
  return parsed.value.value
}

describe('canonical JSON', () => {
  test.each(CASES)('$id $title', ({ input, expect: expected }) => {
    const forms = [...(expected.canonical_in ?? []), ...(expected.canonical === undefined ? [] : [expected.canonical])]
    const accepted: (string | null)[] = [...forms]
    if (expected.error === true || expected.accept?.some((answer) => answer.startsWith('error'))) accepted.push(null)
    if (expected.accept?.some((answer) => answer.startsWith('canonical {}'))) accepted.push('{}')
    expect(accepted).toContain(canonical(input))
  })

  test('agrees with an independent implementation', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5, noUnicodeString: false }), (value) => {
        expect(canonicalJson(value as JsonValue)).toBe(canonicalize(value))
      }),
      // The 100,000 documents are in test/faults.
      { numRuns: 2000 },
    )
  })

  test.each([
    ['0000000000000000', '0'],
    ['8000000000000000', '0'],
    ['0000000000000001', '5e-324'],
    ['8000000000000001', '-5e-324'],
    ['7fefffffffffffff', '1.7976931348623157e+308'],
    ['ffefffffffffffff', '-1.7976931348623157e+308'],
    ['4340000000000000', '9007199254740992'],
    ['c340000000000000', '-9007199254740992'],
    ['4430000000000000', '295147905179352830000'],
    ['7fffffffffffffff', null],
    ['7ff0000000000000', null],
    ['44b52d02c7e14af5', '9.999999999999997e+22'],
    ['44b52d02c7e14af6', '1e+23'],
    ['44b52d02c7e14af7', '1.0000000000000001e+23'],
    ['444b1ae4d6e2ef4e', '999999999999999700000'],
    ['444b1ae4d6e2ef4f', '999999999999999900000'],
    ['444b1ae4d6e2ef50', '1e+21'],
    ['3eb0c6f7a0b5ed8c', '9.999999999999997e-7'],
    ['3eb0c6f7a0b5ed8d', '0.000001'],
    ['41b3de4355555553', '333333333.3333332'],
    ['41b3de4355555554', '333333333.33333325'],
    ['41b3de4355555555', '333333333.3333333'],
    ['41b3de4355555556', '333333333.3333334'],
    ['41b3de4355555557', '333333333.33333343'],
    ['becbf647612f3696', '-0.0000033333333333333333'],
    ['43143ff3c1cb0959', '1424953923781206.2'],
  ])('writes the number %s as the standard does (RFC 8785, appendix B)', (hex, text) => {
    const number = Buffer.from(hex, 'hex').readDoubleBE()
    if (text === null) expect(() => canonicalJson(number)).toThrow(TypeError)
    else expect(canonicalJson(number)).toBe(text)
  })

  test("writes and sorts as the standard's own examples (RFC 8785, 3.2.2 and 3.2.3)", () => {
    const written = String.raw`{"numbers":[333333333.33333329,1E30,4.50,2e-3,0.000000000000000000000000001],
      "string":"\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/","literals":[null,true,false]}`
    expect(canonical({ json: written })).toBe(
      `{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$${String.raw`\u000f\nA'B\"\\\\\"/"}`}`,
    )
    const sorted = ['\r', '1', '\u0080', 'ö', '€', '😀', '\ufb33']
    const shuffled = Object.fromEntries(['€', '\r', '\ufb33', '1', '😀', '\u0080', 'ö'].map((key) => [key, key]))
    expect(canonicalJson(shuffled)).toBe(
      `{${sorted.map((key) => `${JSON.stringify(key)}:${JSON.stringify(key)}`).join(',')}}`,
    )
  })

  test('reads back as the same value', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4, noUnicodeString: false }), (value) => {
        const once = canonicalJson(value as JsonValue)
        expect(canonicalJson(inputValue({ json: once }))).toBe(once)
      }),
    )
  })

  test.each([undefined, Number.POSITIVE_INFINITY, 'a\ud800', { '\udc00': 1 }, 10n])('%s has no form', (value) => {
    expect(() => canonicalJson(value as JsonValue)).toThrow(TypeError)
  })
})
