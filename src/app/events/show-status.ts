import { type Transition, transitionsFrom, wayToEnd } from '../../core/events/loop.ts'
import type { World } from '../world.ts'
import { findEventLog } from './find-event-log.ts'
import { type ProjectedLog, projectLog } from './project-log.ts'
import { readLoop } from './read-loop.ts'
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
}

/** Where a piece of work stands, projected from its log alone. Nothing is made by looking. */
export async function showStatus(
  world: World,
  input: { readonly work: string | null; readonly manifest: string | null },
): Promise<WorkStatus> {
  const { loop, manifest } = await readLoop(world, input.manifest)
  const place = await findEventLog(world, input.work)
  const projected = await world.events.read(place, (log) => projectLog(log, loop))
  return {
    kind: 'work-status',
    log: `${place.project}/${place.name}`,
    work: input.work,
    manifest,
    namedManifest: input.manifest,
    projected,
    chain: chainStatus(projected.reading),
    next: transitionsFrom(loop, projected.state),
    missing: wayToEnd(loop, projected.state),
  }
}
