import { isTokenObject, parseTokenJson, type TokenObject } from '../../core/codec/token-json.ts'
import { loopDigest, renderCheckpoint } from '../../core/events/checkpoint.ts'
import { GENESIS_SHA256, renderEventLine } from '../../core/events/event-line.ts'
import { readEventLog } from '../../core/events/event-log.ts'
import type { Loop } from '../../core/events/loop.ts'
import { Refusal } from '../../core/fault.ts'
import { prepareKey } from '../sign/sign-record.ts'
import type { World } from '../world.ts'
import type { EventLogPlace } from '../world-events.ts'
import { type CheckedEvent, checkEvent } from './check-event.ts'
import { type ProjectedLog, projectAppend } from './project-log.ts'
import { readWork } from './read-work.ts'

export type AppendInput = {
  readonly type: string
  /** A JSON object as text; null and blank stand for none. */
  readonly data: string | null
  readonly work: string | null
  readonly manifest: string | null
  readonly signKey: string | null
  readonly signer: string | null
}

export type AppendedEvent = {
  readonly kind: 'appended-event'
  readonly log: string
  readonly projected: ProjectedLog
  /** The gate that was open, where it is enforced. */
  readonly gate: string | null
  readonly signer: string | null
}

/**
 * Appends one event where the loop takes it and its gate is open. Everything is checked before anything is made: a
 * refused event leaves no folder and no byte behind (protocol-a 5.4).
 */
export async function appendEvent(world: World, input: AppendInput): Promise<AppendedEvent> {
  const { loop, place, gates } = await readWork(world, input)
  const data = parseData(input.data)
  const key = await prepareKey(world, input)
  const checked = await checkEvent(world, { place, loop, gates, type: input.type, data, work: input.work, key })
  const projected = await write(world, place, loop, { type: input.type, checked })
  const log = `${place.project}/${place.name}`
  return { kind: 'appended-event', log, projected, gate: checked.gate, signer: key?.signer ?? null }
}

async function write(
  world: Pick<World, 'events'>,
  place: EventLogPlace,
  loop: Loop,
  { type, checked }: { readonly type: string; readonly checked: CheckedEvent },
): Promise<ProjectedLog> {
  let projected: ProjectedLog | null = null
  await world.events.append(place, (log) => {
    const next = projectAppend(log, loop, type)
    projected = next
    const { head, unended } = next.reading
    const prev = head.headSha256 ?? GENESIS_SHA256
    if (checked.prevSha256 !== null && checked.prevSha256 !== prev) throw overtaken()
    const line = renderEventLine({ seq: head.lines + 1, type, data: checked.data }, prev)
    return {
      text: `${unended ? '\n' : ''}${line}\n`,
      checkpoint: (written) => checkpointAfter(next, written, loop),
    }
  })
  if (projected === null) throw new Error('the log was appended to without a plan')
  return projected
}

function overtaken(): Refusal {
  const message = 'another event was appended while this one was checked'
  return new Refusal({ code: 'event/overtaken', message, hint: 'run the command again' })
}
function checkpointAfter({ reading, state, eventCount, evidenceCount }: ProjectedLog, written: Uint8Array, loop: Loop) {
  // A line that only lacked its end is read; the first byte written then ends it.
  const { head } = reading.unended
    ? readEventLog(written.subarray(1), { ...reading.head, sizeBytes: reading.head.sizeBytes + 1 })
    : readEventLog(written, reading.head)
  return renderCheckpoint({ head, standing: { state, eventCount, evidenceCount }, loopSha256: loopDigest(loop) })
}

function parseData(text: string | null): TokenObject {
  if (text === null || text.trim() === '') return {}
  const parsed = parseTokenJson(text, { file: '--data' })
  if (parsed.ok && isTokenObject(parsed.value)) return parsed.value
  const why = parsed.ok ? '' : `: ${parsed.faults[0]?.message}`
  throw new Refusal({ code: 'event/bad-data', message: `event data must be a JSON object${why}` })
}
