import type { Loop } from '../../core/events/loop.ts'
import { Refusal } from '../../core/fault.ts'
import type { Gates } from '../../core/gates/gates-file.ts'
import { faultOfLoop } from '../../core/gates/gates-of-loop.ts'
import { readGates } from '../gates/read-gates.ts'
import type { World } from '../world.ts'
import type { EventLogPlace } from '../world-events.ts'
import { findEventLog } from './find-event-log.ts'
import { MANIFEST_NAME, readLoop } from './read-loop.ts'

/** A piece of work: its log, the loop it follows, and the gates on the way. */
export type Work = {
  readonly place: EventLogPlace
  readonly loop: Loop
  /** The manifest that the loop is read from; null for the built-in loop. */
  readonly manifest: string | null
  readonly gates: Gates
}

/**
 * Where gates are enforced, the loop is that of the manifest beside them, else the built-in one: whoever may choose another
 * loop chooses the gates too (protocol-a 17.2, E7). Throws a Refusal for a loop that has a way around one of them.
 */
export async function readWork(
  world: Pick<World, 'cwd' | 'files' | 'git'>,
  asked: { readonly work: string | null; readonly manifest: string | null },
): Promise<Work> {
  const nearest = await readLoop(world, asked.manifest)
  const place = await findEventLog(world, asked.work)
  const gates = await readGates(world, place.project)
  if (Object.keys(gates).length === 0) return { place, gates, ...nearest }
  const own = `${place.project}/${MANIFEST_NAME}`
  if (
    asked.manifest !== null &&
    (await world.files.resolve(nearest.manifest ?? '')) !== (await world.files.resolve(own))
  ) {
    const message = `gates are enforced here, so the loop is that of ${own}, and no other`
    throw new Refusal({ code: 'gates/other-manifest', message, hint: 'leave --manifest out' })
  }
  const applied = await readLoop({ ...world, cwd: place.project }, null, { climbs: false })
  const fault = faultOfLoop(applied.loop, gates)
  if (fault === null) return { place, gates, ...applied }
  throw new Refusal({ code: 'gates/bad-loop', message: fault, hint: 'name the gates as .hpp/gates.json does' })
}
