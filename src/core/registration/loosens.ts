import type { Inspection } from './registration.ts'

/** What a settings file that is not there says. */
export const EMPTY_INSPECTION: Inspection = { ours: [], switches: [], faults: [] }

/**
 * Whether an edit from `before` to `after` loses one of our handlers, changes its command, or gains a switch that turns
 * hooks off or reaches into our program: one phrase that says what, or null. More handlers are never a loss.
 */
export function loosens(before: Inspection, after: Inspection): string | null {
  const kept = new Set(after.ours.map(rowKey))
  const lost = [...new Set(before.ours.filter((row) => !kept.has(rowKey(row))).map((row) => row.event))]
  if (lost.length > 0) return `takes our hook away from ${listOf(lost)}${causeOf(before, after)}`
  const revoked = gainedOf(after.grants ?? [], before.grants ?? [])
  if (revoked.length > 0) return `takes away ${listOf(revoked)}`
  const gained = gainedOf(before.switches, after.switches)
  return gained.length > 0 ? `sets ${gained.join(', ')}` : null
}

function causeOf(before: Inspection, after: Inspection): string {
  const [fault] = gainedOf(before.faults, after.faults)
  return fault === undefined ? '' : ` (${fault})`
}

function gainedOf(before: readonly string[], after: readonly string[]): readonly string[] {
  return after.filter((phrase) => !before.includes(phrase))
}

function rowKey(row: Inspection['ours'][number]): string {
  return `${row.event}\n${row.command}`
}

function listOf(events: readonly string[]): string {
  const shown = events.slice(0, 3).join(', ')
  return events.length > 3 ? `${shown} and ${events.length - 3} more` : shown
}
