import { CHECK_MOMENTS, type Check } from '../../core/decisions/check.ts'
import { evaluateWorkspace, type WorkspaceMoment } from '../../core/decisions/evaluate-workspace.ts'
import type { LogState } from '../../core/sessions/log-state.ts'
import type { HookWorld, SessionFolder } from '../world-hook.ts'
import { compareWatchedFiles } from './watch-files.ts'
import { workspaceFacts } from './workspace-facts.ts'

export type WorkspaceFinding = { readonly id: string; readonly text: string; readonly blocks: boolean }

/** The checks of one log that look at the work tree at this moment. */
export async function judgeWorkspace(
  world: HookWorld,
  at: SessionFolder,
  state: LogState,
  moment: WorkspaceMoment,
): Promise<readonly WorkspaceFinding[]> {
  const relevant = state.decisions.filter(({ check }) => check !== null && isLookedAt(check, moment))
  if (relevant.length === 0) return []
  const checks = relevant.flatMap(({ check }) => (check ? [check] : []))
  const difference = state.watchBases.length > 0 ? compareWatchedFiles(world, at, state) : null
  const facts = await workspaceFacts(world, state, checks, difference)
  return relevant.flatMap(({ id, title, check }) => {
    const outcome = check && evaluateWorkspace(check, moment, facts)
    if (outcome?.kind === 'failed') {
      return [{ id, text: `${id} "${title}": ${outcome.message}`, blocks: outcome.effect !== 'warn' }]
    }
    return outcome?.kind === 'not-checked' && hasCommand(check)
      ? [{ id, text: `${id}: ${outcome.message}`, blocks: false }]
      : []
  })
}

function isLookedAt(check: Check, moment: WorkspaceMoment): boolean {
  if (check.kind === 'all') return check.checks.some((part) => isLookedAt(part, moment))
  return CHECK_MOMENTS[check.kind].includes(moment)
}

function hasCommand(check: Check | null): boolean {
  if (check?.kind === 'all') return check.checks.some(hasCommand)
  return check?.kind === 'command_passes'
}
