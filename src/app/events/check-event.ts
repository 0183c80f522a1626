import type { TokenObject } from '../../core/codec/token-json.ts'
import { GENESIS_SHA256 } from '../../core/events/event-line.ts'
import { type LoggedEvent, readLoggedEvents, signedEventText } from '../../core/events/logged-events.ts'
import type { Loop } from '../../core/events/loop.ts'
import { Refusal } from '../../core/fault.ts'
import { type Gates, isEnforced } from '../../core/gates/gates-file.ts'
import { judgeGate } from '../gates/judge-gate.ts'
import { readGates } from '../gates/read-gates.ts'
import { treeOfWork } from '../gates/tree-of-work.ts'
import { signRecord } from '../sign/sign-record.ts'
import type { World } from '../world.ts'
import type { EventLogOnDisk, EventLogPlace } from '../world-events.ts'
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
  readonly type: string
  readonly data: TokenObject
  readonly work: string | null
  readonly key: SigningKey | null
}

/** Signs an event where that is asked for, and refuses it where an enforced gate is shut. */
export async function checkEvent(world: World, event: EventToCheck): Promise<CheckedEvent> {
  const gates = await readGates(world, event.place.project)
  if (event.key === null && Object.keys(gates).length === 0) return { data: event.data, prevSha256: null, gate: null }
  const inProject = { ...world, cwd: event.place.project }
  const { history, next, gate } = await world.events.read(event.place, (log) => lookAhead(log, event))
  const signed = event.key === null ? next : await sign(inProject, event.key, next, history)
  const name = isEnforced(gates, gate) ? gate : null
  if (name !== null) await assertOpen(inProject, name, { gates, event, history, signed })
  return { data: signed.data, prevSha256: signed.prevSha256, gate: name }
}

/** The events so far, the one to come in its place, and the gate on its way. */
function lookAhead(log: EventLogOnDisk, { loop, type, data }: EventToCheck) {
  const { reading } = projectAppend(log, loop, type)
  const { head } = reading
  const history = readLoggedEvents(log.bytes(0, head.sizeBytes))
  const next: LoggedEvent = { seq: head.lines + 1, type, data, prevSha256: head.headSha256 ?? GENESIS_SHA256 }
  return { history, next, gate: gateOf(loop, history, type) }
}

function gateOf(loop: Loop, history: readonly LoggedEvent[], type: string): string {
  const step = (state: string, event: string) =>
    loop.transitions.find((one) => one.from === state && one.event === event)
  const state = history.reduce((at, event) => step(at, event.type)?.to ?? at, loop.initial)
  return step(state, type)?.gate ?? ''
}

const OWN_KEYS = ['signature', 'tree']

/** A signer vouches for the event, for all events before it and, inside of git, for the tree. */
async function sign(
  world: World,
  key: SigningKey,
  next: LoggedEvent,
  history: readonly LoggedEvent[],
): Promise<LoggedEvent> {
  const taken = OWN_KEYS.find((name) => next.data[name] !== undefined)
  if (taken !== undefined) {
    throw new Refusal({
      code: 'event/bad-data',
      message: `the data of a signed event cannot hold ${taken}: it is put there`,
    })
  }
  const tree = await treeOfWork(world, history)
  const event = { ...next, data: { ...next.data, ...(tree === null ? {} : { tree }) } }
  return { ...event, data: { ...event.data, signature: await signRecord(world, key, signedEventText(event)) } }
}

async function assertOpen(
  world: World,
  gate: keyof Gates,
  asked: {
    readonly gates: Gates
    readonly event: EventToCheck
    readonly history: readonly LoggedEvent[]
    readonly signed: LoggedEvent
  },
): Promise<void> {
  const { gates, event, history, signed } = asked
  const answer = await judgeGate(world, gate, { gates, loop: event.loop, work: event.work, history, event: signed })
  if (answer.kind === 'open') return
  throw new Refusal({
    code: 'gates/shut',
    message: `the gate ${gate} is shut: ${answer.why}`,
    hint: `run: ${answer.run}`,
  })
}
