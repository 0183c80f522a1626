import type { TokenObject } from '../../core/codec/token-json.ts'
import { GENESIS_SHA256 } from '../../core/events/event-line.ts'
import { type LoggedEvent, readLoggedEvents, signedEventText } from '../../core/events/logged-events.ts'
import type { Loop } from '../../core/events/loop.ts'
import { Refusal } from '../../core/fault.ts'
import { type GateName, type Gates, isEnforced } from '../../core/gates/gates-file.ts'
import { judgeGate } from '../gates/judge-gate.ts'
import { treeOfWork } from '../gates/tree-of-work.ts'
import { signRecord } from '../sign/sign-record.ts'
import type { World } from '../world.ts'
import type { EventLogPlace } from '../world-events.ts'
import type { SigningKey } from '../world-signatures.ts'
import { projectAppend } from './project-log.ts'

/** An event that may be appended. */
export type CheckedEvent = {
  /** As it is to be written. */
  readonly data: TokenObject
  /** The line that it has to follow, where that was looked at; null where any will do. */
  readonly prevSha256: string | null
  /** The enforced gate that it passed, else null. */
  readonly gate: string | null
}

export type EventToCheck = {
  readonly place: EventLogPlace
  readonly loop: Loop
  readonly gates: Gates
  readonly type: string
  readonly data: TokenObject
  readonly work: string | null
  readonly key: SigningKey | null
}

/** Signs an event where that is asked for, and refuses it where an enforced gate is shut. */
export async function checkEvent(world: World, event: EventToCheck): Promise<CheckedEvent> {
  const { gates } = event
  if (event.key === null && Object.keys(gates).length === 0) return { data: event.data, prevSha256: null, gate: null }
  const inProject = { ...world, cwd: event.place.project }
  const { next, gate } = await world.events.read(event.place, (log) => {
    const { reading, gate: passed } = projectAppend(log, event.loop, event.type)
    const { lines, headSha256 } = reading.head
    const { type, data } = event
    return { next: { seq: lines + 1, type, data, prevSha256: headSha256 ?? GENESIS_SHA256 }, gate: passed ?? '' }
  })
  const signed = event.key === null ? next : await sign(inProject, event.key, event.place, next)
  const name = isEnforced(gates, gate) ? gate : null
  if (name !== null) await assertOpen(inProject, name, { event, signed })
  return { data: signed.data, prevSha256: signed.prevSha256, gate: name }
}

const OWN_KEYS = ['signature', 'tree', 'log']

/** A signer vouches for the event in this log, for all events before it and, inside of git, for the tree. */
async function sign(
  world: World,
  key: SigningKey,
  { name: log }: EventLogPlace,
  next: LoggedEvent,
): Promise<LoggedEvent> {
  const taken = OWN_KEYS.find((name) => next.data[name] !== undefined)
  if (taken !== undefined) {
    const message = `the data of a signed event cannot hold ${taken}: it is put there`
    throw new Refusal({ code: 'event/bad-data', message })
  }
  const tree = await treeOfWork(world)
  const event = { ...next, data: { ...next.data, log, ...(tree === null ? {} : { tree }) } }
  return { ...event, data: { ...event.data, signature: await signRecord(world, key, signedEventText(event)) } }
}

async function assertOpen(
  world: World,
  gate: GateName,
  { event, signed }: { readonly event: EventToCheck; readonly signed: LoggedEvent },
): Promise<void> {
  const { loop, work, place, gates } = event
  const history = () => world.events.read(place, (log) => readLoggedEvents(log.bytes(0)))
  const answer = await judgeGate(world, gate, { gates, loop, work, log: place.name, history, event: signed })
  if (answer.kind === 'open') return
  throw new Refusal({
    code: 'gates/shut',
    message: `the gate ${gate} is shut: ${answer.why}`,
    hint: `run: ${answer.run}`,
  })
}
