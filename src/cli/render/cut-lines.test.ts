import { describe, expect, it } from 'vitest'
import { cutLongLines } from './cut-lines.ts'

describe('long lines of a survivor', () => {
  const text = (sign: string) => `short\n${'a'.repeat(5000)} ${sign} ${'b'.repeat(5000)}\n${'c'.repeat(999)}`

  it('are cut to what lies around the change', () => {
    const [before, after] = cutLongLines(text('=='), text('!='))
    for (const [cut, sign] of [
      [before, ' == '],
      [after, ' != '],
    ]) {
      expect(cut).toContain(sign)
      expect(Math.max(...(cut ?? '').split('\n').map((line) => line.length))).toBeLessThan(200)
    }
    expect(before?.replace(' == ', ' != ')).toBe(after)
  })

  it('are left alone where they can be read', () => {
    expect(cutLongLines('a == b\n', 'a != b\n')).toEqual(['a == b\n', 'a != b\n'])
  })
})
