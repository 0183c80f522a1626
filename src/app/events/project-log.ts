import { type Checkpoint, fits, loopDigest, parseCheckpoint } from '../../core/events/checkpoint.ts'
import { EMPTY_LOG, type LogReading, type SeenEvent } from '../../core/events/event-log.ts'
import type { Loop } from '../../core/events/loop.ts'
import { type Projection, projectEvents } from '../../core/events/project-events.ts'
import { Refusal } from '../../core/fault.ts'
import type { EventLogOnDisk } from '../world-events.ts'
import { readLogFrom } from './read-log-from.ts'

/** Shorter logs are read whole by every append too. */
const WHOLE_BYTES_MAX = 256 * 1024

export type ProjectedLog = Projection & {
  readonly reading: LogReading
  /** The types of the events that were read, in order, and the one to come. */
  readonly history: readonly string[]
}

/**
 * The state that all events of a log lead to. Throws a Refusal where the log cannot be trusted, where the loop does not
 * take an event, and where it lost the chain that its checkpoint remembers (protocol-a 17.2, E5).
 */
export function projectLog(log: EventLogOnDisk, loop: Loop): ProjectedLog {
  const reading = trusted(readWhole(log))
  return project(loop, reading, reading.types, null)
}

/** The same with one event more, from the checkpoint on where that fits a long log. */
export function projectAppend(log: EventLogOnDisk, loop: Loop, type: string): ProjectedLog {
  const from = log.sizeBytes > WHOLE_BYTES_MAX ? checkpointFor(log, loop) : null
  const reading = trusted(from === null ? readWhole(log) : readLogFrom(log, from.head))
  return project(loop, reading, [...reading.types, type], from)
}

/** The whole log, with the loss of its chain as a break. `seen` as in `readEventLog`. */
export function readWhole(log: EventLogOnDisk, seen?: SeenEvent): LogReading {
  const reading = readLogFrom(log, EMPTY_LOG, seen === undefined ? {} : { seen })
  const known = log.checkpoint === null ? null : parseCheckpoint(log.checkpoint)
  if (reading.broken !== null || reading.head.events === 0 || reading.head.chained > 0 || !known?.head.chained)
    return reading
  const message = 'the log has no chain, and it had one: its links were taken out'
  return { ...reading, broken: { kind: 'chain', at: 'event:1', message } }
}

function checkpointFor(log: EventLogOnDisk, loop: Loop): Checkpoint | null {
  const known = log.checkpoint === null ? null : parseCheckpoint(log.checkpoint)
  return known !== null && known.loopSha256 === loopDigest(loop) && fits(known, log) ? known : null
}

function trusted(reading: LogReading): LogReading {
  const { broken } = reading
  if (broken === null) return reading
  const hint =
    broken.kind === 'torn'
      ? 'its last line was cut off while it was written; run: bylaw event repair'
      : 'nothing is appended to it; see: bylaw event verify'
  throw new Refusal({ code: `event/${broken.kind}`, message: broken.message, hint })
}

function project(loop: Loop, reading: LogReading, history: readonly string[], from: Checkpoint | null): ProjectedLog {
  const projection = projectEvents(loop, history, from?.standing)
  if (!('refused' in projection)) return { ...projection, reading, history }
  const events = loop.transitions.filter((step) => step.from === projection.state).map(({ event }) => event)
  const hint = events.length === 0 ? 'nothing follows this state' : `this state takes: ${events.join(', ')}`
  throw new Refusal({ code: 'event/invalid-transition', message: projection.refused, hint })
}
