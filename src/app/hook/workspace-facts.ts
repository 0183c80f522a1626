import { type Check, flattenCheck } from '../../core/decisions/check.ts'
import { commandDigest } from '../../core/decisions/command-digest.ts'
import type { WorkspaceFacts } from '../../core/decisions/evaluate-workspace.ts'
import type { LogState } from '../../core/sessions/log-state.ts'
import type { HookWorld } from '../world-hook.ts'
import { loadTextMatcher } from './load-text-matcher.ts'
import { matchedFiles } from './matched-files.ts'
import type { WatchDifference } from './watch-files.ts'

const FILE_BYTES_MAX = 2 * 1024 * 1024
const COMMAND_SECONDS = 120

/** What the checks may ask about the work tree when a hook event is judged. */
export async function workspaceFacts(
  world: HookWorld,
  state: LogState,
  checks: readonly Check[],
  difference: WatchDifference | null,
): Promise<WorkspaceFacts> {
  const at = (path: string) => `${state.project}/${path}`
  return {
    pathExists: (path) => world.disk.kindOf(at(path)) !== null,
    matchedFiles: (globs) => matchedFiles(world, state.project, globs),
    readText: (path) => world.disk.readText(at(path), FILE_BYTES_MAX),
    matchText: await loadTextMatcher(checks),
    hookEvents: (harness) => state.hooks[harness] ?? 'no-registration',
    commandResult: (argv, timeoutSeconds) => {
      if (!world.state.isAccepted(state.project, commandDigest(argv, timeoutSeconds))) return 'not-accepted'
      const timeoutMs = (timeoutSeconds ?? COMMAND_SECONDS) * 1000
      return world.programs.passes(argv, state.project, timeoutMs) ? 'passed' : 'failed'
    },
    evidenceResult: await evidenceFacts(world, state.project, checks),
    ...(difference ? { changedEarlier: difference.changedEarlier, changedFiles: difference.changedFiles } : {}),
  }
}

/** The evidence that checks demand is looked for before they are judged; nothing is loaded where none does. */
async function evidenceFacts(
  world: HookWorld,
  project: string,
  checks: readonly Check[],
): Promise<WorkspaceFacts['evidenceResult']> {
  const wanted = checks.flatMap(flattenCheck).filter((check) => check.kind === 'evidence_required')
  if (wanted.length === 0)
    return ({ criterion }) => ({ kind: 'lacking', why: 'nothing was looked for', run: criterion })
  return world.findEvidence(project, wanted)
}
