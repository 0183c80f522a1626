import canonicalize from 'canonicalize'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { canonicalJson } from '../../src/core/codec/canonical-json.ts'
import { parseJson } from '../../src/core/codec/json.ts'
import type { JsonValue } from '../../src/core/codec/json-value.ts'

it('100,000 random documents: one text with another implementation, and back to the same text', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 5, noUnicodeString: false }), (value) => {
      const text = canonicalJson(value as JsonValue)
      expect(text).toBe(canonicalize(value))
      const again = parseJson(text, { file: 'r', numbers: 'rounded' })
      expect(again.ok && canonicalJson(again.value.value)).toBe(text)
    }),
    { numRuns: 100_000 },
  )
})
