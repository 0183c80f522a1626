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
