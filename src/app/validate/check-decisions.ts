import { type Check, flattenCheck } from '../../core/decisions/check.ts'
import type { CurrentDecision } from '../../core/decisions/decision.ts'
import {
  evaluateWorkspace,
  type WorkspaceFacts,
  type WorkspaceOutcome,
} from '../../core/decisions/evaluate-workspace.ts'
import { type Problem, problemOf } from './problem.ts'

/** What became of one current decision. */
export type CheckedDecision = {
  readonly id: string
  readonly title: string
  readonly outcome: WorkspaceOutcome['kind'] | 'not-enforced'
  readonly message: string
}

/** Evaluates every current decision against the facts; without registrations (in a build) hooks are not looked at. */
export function checkDecisions(
  current: readonly CurrentDecision[],
  facts: WorkspaceFacts,
  options: { readonly registrations: boolean },
): { readonly decisions: readonly CheckedDecision[]; readonly problems: readonly Problem[] } {
  const rows = current.map((decision) => {
    const evaluate = options.registrations ? evaluateWhole : evaluateWithoutHooks
    const outcome = decision.check === null ? null : evaluate(decision.check, facts)
    return { decision: checkedDecision(decision, outcome), problems: problemsFrom(decision, outcome) }
  })
  return { decisions: rows.map((row) => row.decision), problems: rows.flatMap((row) => row.problems) }
}

function evaluateWhole(check: Check, facts: WorkspaceFacts): WorkspaceOutcome {
  return evaluateWorkspace(check, 'validate', facts)
}

function evaluateWithoutHooks(check: Check, facts: WorkspaceFacts): WorkspaceOutcome {
  if (!flattenCheck(check).some(({ kind }) => kind === 'hooks_registered')) return evaluateWhole(check, facts)
  const rest = withoutHooks(check)
  const outcome = rest === null ? null : evaluateWhole(rest, facts)
  if (outcome?.kind === 'failed') return outcome
  return { kind: 'not-checked', message: 'registrations of hooks are not looked at with --base' }
}

function withoutHooks(check: Check): Check | null {
  if (check.kind === 'hooks_registered') return null
  if (check.kind !== 'all') return check
  const checks = check.checks.map(withoutHooks).filter((part) => part !== null)
  return checks.length === 0 ? null : { ...check, checks }
}

function checkedDecision({ id, title }: CurrentDecision, outcome: WorkspaceOutcome | null): CheckedDecision {
  if (outcome === null) return { id, title, outcome: 'not-enforced', message: 'nothing checks it' }
  return { id, title, outcome: outcome.kind, message: outcome.message }
}

/** A failing check that would only ask or warn is a warning here: there is no tool call to stop. */
function problemsFrom(decision: CurrentDecision, outcome: WorkspaceOutcome | null): readonly Problem[] {
  const { id, file } = decision
  if (outcome?.kind === 'failed') {
    const severity = outcome.effect === 'deny' ? 'error' : 'warning'
    return [problemOf(id, file, { severity, code: 'check-failed', message: outcome.message })]
  }
  if (outcome?.kind === 'not-checked' && needsCommand(decision)) {
    return [problemOf(id, file, { severity: 'warning', code: 'not-checked', message: outcome.message })]
  }
  return []
}

/** A command that nobody accepted is worth a warning; hooks without a registration are just not looked at. */
function needsCommand({ check }: CurrentDecision): boolean {
  return check !== null && flattenCheck(check).some(({ kind }) => kind === 'command_passes')
}
