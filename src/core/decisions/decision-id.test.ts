import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compareIds, ID_PATTERN, nextId } from './decision-id.ts'

describe('the next id', () => {
  test.each<[readonly string[], string | undefined, string]>([
    [[], undefined, 'HDR-001'],
    [[], 'ADR', 'ADR-001'],
    [['HDR-001', 'HDR-008'], undefined, 'HDR-009'],
    [['HDR-009'], undefined, 'HDR-010'],
    [['HDR-999'], undefined, 'HDR-1000'],
    [['HDR-0001', 'HDR-007'], undefined, 'HDR-0008'],
    [['HDR-001', 'OPS-004', 'OPS-002'], undefined, 'OPS-005'],
    [['HDR-001', 'OPS-004'], undefined, 'HDR-002'],
    [['HDR-001', 'OPS-004'], 'OPS', 'OPS-005'],
    [['HDR-000'], undefined, 'HDR-001'],
    [['HDR-9999999999999999999999'], undefined, 'HDR-10000000000000000000000'],
    [['hdr-007', 'notes', ''], undefined, 'HDR-001'],
  ])('after %j with prefix %s comes %s', (ids, prefix, expected) => expect(nextId(ids, prefix)).toBe(expected))

  test('is an id, new and above all', () => {
    const id = fc
      .tuple(fc.constantFrom('HDR', 'OPS'), fc.nat(2000))
      .map(([prefix, number]) => `${prefix}-${String(number).padStart(3, '0')}`)
    fc.assert(
      fc.property(fc.array(id), (ids) => {
        const next = nextId(ids, 'HDR')
        expect(next).toMatch(ID_PATTERN)
        expect(ids.filter((old) => old.startsWith('HDR') && compareIds(old, next) >= 0)).toEqual([])
      }),
    )
  })
})

test('ids are ordered by number', () => {
  const ids = ['HDR-010', 'HDR-9999', 'HDR-009', 'ADR-100', 'HDR-0009', 'A1-001']
  expect([...ids].sort(compareIds)).toEqual(['A1-001', 'ADR-100', 'HDR-0009', 'HDR-009', 'HDR-010', 'HDR-9999'])
})
