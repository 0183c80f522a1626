import type { GrantedPermit } from '../../core/policy/permit.ts'
import { holdsKind } from '../../core/sessions/log-index.ts'
import { inForce } from '../decisions/in-force.ts'
import { openLog } from '../decisions/open-log.ts'
import { permitsOf } from '../hook/judge-policy.ts'
import type { World } from '../world.ts'

/** A log whose current decisions enforce the command policy, with what they permit. */
export type PermittingLog = { readonly project: string; readonly permits: readonly GrantedPermit[] }

/** Every log above the folder that enforces the policy, nearest first. What is held or refused permits nothing. */
export async function permittingLogs(world: World): Promise<readonly PermittingLog[]> {
  const projects = await world.logs.find(world.cwd)
  const found: PermittingLog[] = []
  for (const project of projects) {
    const open = await openLog({ ...world, cwd: project })
    const { appends } = await world.sessions.report(project)
    const current = inForce(open, appends).current
    const enforcing = current.filter(({ check }) => check !== null && holdsKind(check, ['command_policy']))
    if (enforcing.length > 0) found.push({ project, permits: enforcing.flatMap(permitsOf) })
  }
  return found
}
