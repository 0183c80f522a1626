import { GENESIS_SHA256 } from '../../core/events/event-line.ts'
import { readLoggedEvents } from '../../core/events/logged-events.ts'
import { type Loop, type Transition, transitionsFrom, wayToEnd } from '../../core/events/loop.ts'
import { type Gates, isEnforced } from '../../core/gates/gates-file.ts'
import { judgeGate } from '../gates/judge-gate.ts'
import type { World } from '../world.ts'
import type { EventLogPlace } from '../world-events.ts'
import { type ProjectedLog, projectLog } from './project-log.ts'
import { readWork } from './read-work.ts'
import { type ChainStatus, chainStatus } from './verify-events.ts'

export type WorkStatus = {
  readonly kind: 'work-status'
  readonly log: string
  readonly work: string | null
  /** The manifest that the loop is read from; null for the built-in loop. */
  readonly manifest: string | null
  /** The manifest as it was typed, null where none was. */
  readonly namedManifest: string | null
  readonly projected: ProjectedLog
  readonly chain: ChainStatus
  /** The events that the loop takes now. */
  readonly next: readonly Transition[]
  /** The events on the shortest way to an end of the loop. */
  readonly missing: readonly Transition[]
  /** The gates of this loop that are enforced. */
  readonly enforced: readonly string[]
  /** Enforced gates of the next events that are shut for an event without data. */
  readonly shut: readonly ShutGate[]
}

export type ShutGate = { readonly event: string; readonly gate: string; readonly why: string; readonly run: string }

/** Where a piece of work stands, projected from its log alone. Nothing is made by looking. */
export async function showStatus(
  world: World,
  input: { readonly work: string | null; readonly manifest: string | null },
): Promise<WorkStatus> {
  const { loop, manifest, place, gates } = await readWork(world, input)
  const projected = await world.events.read(place, (log) => projectLog(log, loop))
  const next = transitionsFrom(loop, projected.state)
  return {
    kind: 'work-status',
    log: `${place.project}/${place.name}`,
    work: input.work,
    manifest,
    namedManifest: input.manifest,
    projected,
    chain: chainStatus(projected.reading),
    next,
    missing: wayToEnd(loop, projected.state),
    enforced: loop.transitions.map(({ gate }) => gate).filter((gate) => isEnforced(gates, gate)),
    shut: await shutGates(world, { place, loop, gates, next, work: input.work }),
  }
}

async function shutGates(
  world: World,
  asked: {
    readonly place: EventLogPlace
    readonly loop: Loop
    readonly gates: Gates
    readonly next: readonly Transition[]
    readonly work: string | null
  },
): Promise<readonly ShutGate[]> {
  const { place, loop, gates, work } = asked
  const found: ShutGate[] = []
  for (const { event: type, gate } of asked.next) {
    if (!isEnforced(gates, gate)) continue
    const history = () => world.events.read(place, (log) => readLoggedEvents(log.bytes(0)))
    const event = { seq: 0, type, data: {}, prevSha256: GENESIS_SHA256 }
    const question = { gates, loop, work, log: place.name, history, event }
    const answer = await judgeGate({ ...world, cwd: place.project }, gate, question)
    if (answer.kind === 'shut') found.push({ event: type, gate, why: answer.why, run: answer.run })
  }
  return found
}
