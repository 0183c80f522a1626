import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { BYPASS_ROWS, type BypassRow, type Place } from './bypass-rows.ts'

const isHeld = (row: BypassRow): row is Extract<BypassRow, { held: unknown }> => 'held' in row

/** The case, or the words of a name, as they stand in the file. */
function isThere(place: Place): boolean {
  const text = readFileSync(place.file, 'utf8')
  if ('name' in place) return text.includes(place.name)
  return (JSON.parse(text) as readonly { id: string }[]).some(({ id }) => id === place.case)
}

describe('rows of ways round the hooks', () => {
  it('are all there, in order', () => {
    const numbers = Array.from({ length: 74 }, (_, at) => String(at + 1))
    numbers.splice(32, 0, '32b')
    expect(BYPASS_ROWS.map(({ row }) => row)).toEqual(numbers)
  })

  it.each(BYPASS_ROWS.filter(isHeld))('row $row, $input: its tests exist', ({ held }) => {
    expect(held.length).toBeGreaterThan(0)
    expect(held.filter((place) => !isThere(place))).toEqual([])
  })

  it('wait for nothing but harnesses and systems of later issues', () => {
    const later = BYPASS_ROWS.flatMap((row) => ('later' in row ? [row.later] : []))
    expect([...new Set(later)].sort()).toEqual([
      'Code Puppy',
      'Copilot',
      'Cursor',
      'Kiro',
      'Kiro on Windows',
      'Windows',
    ])
    expect(BYPASS_ROWS.filter((row) => 'noInput' in row).map(({ row }) => row)).toEqual(['17', '24', '61'])
  })
})
