import { EMPTY_LOG } from '../../core/events/event-log.ts'
import { Refusal } from '../../core/fault.ts'
import type { World } from '../world.ts'
import { findEventLog } from './find-event-log.ts'
import { readLogFrom } from './read-log-from.ts'

export type EventRepair = {
  readonly kind: 'event-repair'
  readonly log: string
  /** Where the torn line went, below the project; null where nothing was wrong. */
  readonly quarantine: string | null
  readonly events: number
}

/**
 * Moves a last line that was cut off while it was written into a quarantine file. Any other break is refused: a line in
 * the middle, or a chain that does not hold, is no accident that may be cut away.
 */
export async function repairEvents(world: World, input: { readonly work: string | null }): Promise<EventRepair> {
  const place = await findEventLog(world, input.work)
  let events = 0
  const quarantine = await world.events.cut(place, (log) => {
    const { broken, head } = readLogFrom(log, EMPTY_LOG)
    events = head.events
    if (broken === null) return null
    if (broken.kind === 'torn') return head.sizeBytes
    throw new Refusal({
      code: 'event/not-torn',
      message: broken.message,
      hint: 'only a last line that was cut off is repaired; take the log from a copy that verifies',
    })
  })
  return { kind: 'event-repair', log: `${place.project}/${place.name}`, quarantine, events }
}
