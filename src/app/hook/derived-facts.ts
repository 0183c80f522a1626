import { globBase } from '../../core/codec/globs.ts'
import { flattenCheck } from '../../core/decisions/check.ts'
import { evaluateWorkspace, type WorkspaceFacts } from '../../core/decisions/evaluate-workspace.ts'
import type { RegisteredHooks } from '../../core/sessions/baseline.ts'
import type { DecisionInForce } from '../../core/sessions/log-state.ts'

/** Where the files lie that must be noted before a shell tool. */
export function watchBases(decisions: readonly DecisionInForce[]): readonly string[] {
  const globs = decisions
    .flatMap(({ check }) => (check ? flattenCheck(check) : []))
    .flatMap((check) => {
      if (check.kind === 'write_denied') return check.paths
      return check.kind === 'append_only' ? (check.paths ?? []) : []
    })
  return [...new Set(globs.map(globBase))]
}

/** Current decisions that want hooks registered which are not. */
export function unregisteredHooks(
  decisions: readonly DecisionInForce[],
  registered: RegisteredHooks,
): readonly string[] {
  const facts: WorkspaceFacts = { ...NO_FACTS, hookEvents: (harness) => registered[harness] ?? 'no-registration' }
  return decisions.flatMap(({ id, check }) => {
    const outcome = check && evaluateWorkspace(check, 'before-tool', facts)
    return outcome?.kind === 'failed' ? [`${id}: ${outcome.message}`] : []
  })
}

/** Before a tool nothing but the registration is looked at. */
const NO_FACTS: WorkspaceFacts = {
  pathExists: () => true,
  matchedFiles: () => [],
  readText: () => null,
  matchText: () => false,
  hookEvents: () => 'unknown',
  commandResult: () => 'not-run',
  evidenceResult: () => ({ kind: 'lacking', why: 'nothing was run', run: 'bylaw evidence run' }),
}
