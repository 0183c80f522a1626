import fc from 'fast-check'
import { expect, it } from 'vitest'
import { brokenPromise, hostileRecords } from '../support/record-properties.ts'

it('100,000 hostile records are refused with a line, or read as the library and the digest read them', () => {
  fc.assert(
    fc.property(hostileRecords, (text) => {
      expect(brokenPromise(text)).toBe(null)
    }),
    { numRuns: 100_000 },
  )
})
