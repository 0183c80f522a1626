import type { AcceptReport, World } from '../world.ts'
import { findDecision } from './find-decision.ts'
import { openLog } from './open-log.ts'

/** A person takes on what is held or flagged of a decision. */
export async function acceptChange(
  world: Pick<World, 'cwd' | 'logs' | 'sessions' | 'guard'>,
  input: { readonly id: string },
): Promise<AcceptReport> {
  const { project, log } = await openLog(world)
  await world.guard.assertPersonMayWrite(project)
  return world.sessions.accept(project, findDecision(log, input.id).id)
}
