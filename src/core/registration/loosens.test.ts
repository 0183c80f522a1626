import { expect, it } from 'vitest'
import { EMPTY_INSPECTION, loosens } from './loosens.ts'
import type { Inspection } from './registration.ts'

const row = (event: string, command = 'bylaw hook codex') => ({ event, command })
const inspection = (part: Partial<Inspection>): Inspection => ({ ...EMPTY_INSPECTION, ...part })
const registered = inspection({ ours: [row('PreToolUse'), row('Stop')] })

const allowed: readonly (readonly [string, Inspection, Inspection])[] = [
  ['no change', registered, registered],
  ['a first registration', EMPTY_INSPECTION, registered],
  ['another event', registered, inspection({ ours: [...registered.ours, row('PreCompact')] })],
  ['a switch taken away', inspection({ switches: ['disableAllHooks'] }), EMPTY_INSPECTION],
  ['a switch that stood there before', inspection({ switches: ['env.PATH'] }), inspection({ switches: ['env.PATH'] })],
  ['a fault in a file without us', EMPTY_INSPECTION, inspection({ faults: ['not JSON'] })],
]
it.each(allowed)('lets %s pass', (_, before, after) => {
  expect(loosens(before, after)).toBeNull()
})

const refused: readonly (readonly [string, Inspection, Inspection, string])[] = [
  ['a lost event', registered, inspection({ ours: [row('Stop')] }), 'takes our hook away from PreToolUse'],
  ['all events lost', registered, EMPTY_INSPECTION, 'takes our hook away from PreToolUse, Stop'],
  [
    'another command',
    registered,
    inspection({ ours: [row('PreToolUse', '/tmp/bylaw hook codex'), row('Stop')] }),
    'takes our hook away from PreToolUse',
  ],
  [
    'a fault that drops us',
    registered,
    inspection({ faults: ['not JSON'] }),
    'takes our hook away from PreToolUse, Stop (not JSON)',
  ],
  ['a new switch', registered, inspection({ ...registered, switches: ['disableAllHooks'] }), 'sets disableAllHooks'],
  [
    'a switch in a file without us',
    EMPTY_INSPECTION,
    inspection({ switches: ['disableAllHooks'] }),
    'sets disableAllHooks',
  ],
]
it.each(refused)('names %s', (_, before, after, expected) => {
  expect(loosens(before, after)).toBe(expected)
})

it('counts what it does not list', () => {
  const before = inspection({ ours: ['A', 'B', 'C', 'D', 'E'].map((event) => row(event)) })
  expect(loosens(before, EMPTY_INSPECTION)).toBe('takes our hook away from A, B, C and 2 more')
})
