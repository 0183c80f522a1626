import fc from 'fast-check'
import { expect, test } from 'vitest'
import { utf8Length } from './utf8-length.ts'

test('counts bytes as an encoder does', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(utf8Length(text)).toBe(Buffer.byteLength(text, 'utf8'))
    }),
  )
})
