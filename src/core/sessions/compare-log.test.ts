import { describe, expect, it } from 'vitest'
import { parseDecisionFile } from '../decisions/parse-decision-file.ts'
import { type ChangeMark, markEntries, markFile } from './agent-marks.ts'
import { compareLog } from './compare-log.ts'

const FREE = { title: 'Free', rationale: 'r' }
const fileOf = (history: readonly object[]) => ({
  name: 'HDR-001.json',
  text: JSON.stringify({ schema_version: 2, id: 'HDR-001', history }),
})
const whole = fileOf([FREE, { status: 'retired', rationale: 'x' }])

function heldMark(): ChangeMark {
  const parsed = parseDecisionFile(whole)
  if (!parsed.ok) throw new Error('the file of this test is no decision')
  return markEntries(parsed.value, 1)
}

function compare(baseline: Readonly<Record<string, string>>, marks: { held?: ChangeMark[]; refused?: ChangeMark[] }) {
  return compareLog({ baseline, disk: { files: [whole], others: [] }, guarded: false, ...marks })
}

describe('a file that the baseline does not hold as a decision', () => {
  it.each([
    ['not at all', {}],
    ['as unreadable text', { [whole.name]: '{' }],
  ])('%s comes in without what is held in it, and with it otherwise', (_, baseline) => {
    expect(compare(baseline, { held: [heldMark()] }).inForce.current.map(({ id }) => id)).toEqual(['HDR-001'])
    expect(compare(baseline, {}).inForce.current).toEqual([])
    expect(compare(baseline, {}).inForce.retired.map(({ id }) => id)).toEqual(['HDR-001'])
  })

  it('stays out while it is refused, though no rule of this log speaks against it', () => {
    const refused = compare({}, { refused: [markFile(whole)] })
    expect(refused.violations).toMatchObject([{ id: 'HDR-001', file: whole.name, extra: true }])
    expect(refused.inForce.decisions).toEqual([])
    const other = compare({}, { refused: [markFile(fileOf([FREE]))] })
    expect(other.violations).toEqual([])
    expect(other.inForce.decisions).toHaveLength(1)
  })
})
