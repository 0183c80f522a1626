import { type LogReading, readEventLog } from '../../core/events/event-log.ts'
import type { Loop } from '../../core/events/loop.ts'
import { type Projection, projectEvents } from '../../core/events/project-events.ts'
import { Refusal } from '../../core/fault.ts'

export type ProjectedLog = Projection & { readonly reading: LogReading; readonly history: readonly string[] }

/**
 * The state that a log's events lead to, with `next` behind them where one is to come. Throws a Refusal where the log
 * cannot be trusted or the loop does not take an event.
 */
export function projectLog(bytes: Uint8Array, loop: Loop, next: string | null): ProjectedLog {
  const reading = readEventLog(bytes)
  if (reading.broken !== null) {
    const hint =
      reading.broken.kind === 'torn'
        ? 'its last line was cut off while it was written; run: bylaw event repair'
        : 'nothing is appended to it; see: bylaw event verify'
    throw new Refusal({ code: `event/${reading.broken.kind}`, message: reading.broken.message, hint })
  }
  const history = next === null ? reading.types : [...reading.types, next]
  const projection = projectEvents(loop, history)
  if ('refused' in projection) {
    const events = loop.transitions.filter(({ from }) => from === projection.state).map(({ event }) => event)
    const hint = events.length === 0 ? 'nothing follows this state' : `this state takes: ${events.join(', ')}`
    throw new Refusal({ code: 'event/invalid-transition', message: projection.refused, hint })
  }
  return { ...projection, reading, history }
}
