import type { LogReading } from '../../core/events/event-log.ts'
import type { World } from '../world.ts'
import { findEventLog } from './find-event-log.ts'
import { readWhole } from './project-log.ts'

export type ChainStatus = 'empty' | 'intact' | 'legacy' | 'broken'

export type EventVerification = {
  readonly kind: 'event-verification'
  readonly log: string
  readonly status: ChainStatus
  readonly reading: LogReading
}

/** Follows the chain of a log from its first line to its last; the loop is not looked at (protocol-a 5.2). */
export async function verifyEvents(world: World, input: { readonly work: string | null }): Promise<EventVerification> {
  const place = await findEventLog(world, input.work)
  const reading = await world.events.read(place, readWhole)
  return { kind: 'event-verification', log: `${place.project}/${place.name}`, status: chainStatus(reading), reading }
}

export function chainStatus({ head, broken }: LogReading): ChainStatus {
  if (broken !== null) return 'broken'
  if (head.events === 0) return 'empty'
  return head.legacy > 0 ? 'legacy' : 'intact'
}
