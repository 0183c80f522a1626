import { relative } from 'node:path/posix'
import { type Check, flattenCheck } from '../../core/decisions/check.ts'
import type { CurrentDecision } from '../../core/decisions/decision.ts'
import type { DecisionLog } from '../../core/decisions/decision-log.ts'
import type { AgentAppend } from '../../core/sessions/window.ts'
import { inForce } from '../decisions/in-force.ts'
import { type OpenLog, openLog } from '../decisions/open-log.ts'
import type { World } from '../world.ts'
import { type CheckedDecision, checkDecisions } from './check-decisions.ts'
import { compareWithBase } from './compare-with-base.ts'
import { type Command, gatherFacts } from './gather-facts.ts'
import { logProblems, type Problem, sessionProblems } from './problem.ts'

export type Validation = {
  readonly kind: 'validation'
  readonly verdict: 'pass' | 'warn' | 'fail'
  readonly project: string
  /** The project's path below the top of its repository, with a slash at the end, or empty. */
  readonly prefix: string
  readonly currentDecisions: number
  readonly decisionFiles: number
  readonly retired: number
  readonly superseded: number
  readonly notEnforced: number
  readonly notChecked: number
  /** Errors first. */
  readonly problems: readonly Problem[]
  readonly decisions: readonly CheckedDecision[]
  /** Projects above that hold a log of their own, which this answer is not about. */
  readonly above: readonly string[]
}

export type ValidateWorld = Pick<
  World,
  | 'cwd'
  | 'logs'
  | 'git'
  | 'workTrees'
  | 'processes'
  | 'acceptances'
  | 'registrations'
  | 'sessions'
  | 'files'
  | 'evidence'
  | 'snapshots'
  | 'signatures'
  | 'clock'
>

export type ValidateInput = { readonly base: string | null; readonly run: boolean }

/** Validates the nearest log and every check of it that needs no tool call; `base` adds the history since a revision. */
export async function validateLog(world: ValidateWorld, { base, run }: ValidateInput): Promise<Validation> {
  const open = await openLog(world)
  const sinceBase = base === null ? [] : await compareWithBase(world, open, base)
  const sessions = await world.sessions.report(open.project)
  const effective = inForce(open, sessions.appends)
  const commands = trustedCommands(effective.current, sessions.appends)
  const registrations = base === null
  const evidence = effective.current.flatMap(({ check }) => (check === null ? [] : evidenceChecks(check)))
  const facts = await gatherFacts(world, open.project, commands, { run, registrations, evidence })
  const checked = checkDecisions(effective.current, facts, { registrations })
  const problems = [...logProblems(open.log), ...sinceBase, ...sessionProblems(sessions), ...checked.problems]
  return {
    ...countsOf(open, effective),
    prefix: prefixOf(open.project, await world.git.topLevel(open.project)),
    verdict: verdictOf(problems),
    problems: errorsFirst(problems),
    decisions: checked.decisions,
    notEnforced: checked.decisions.filter(({ outcome }) => outcome === 'not-enforced').length,
    notChecked: checked.decisions.filter(({ outcome }) => outcome === 'not-checked').length,
  }
}

function evidenceChecks(check: Check) {
  return flattenCheck(check).filter((part) => part.kind === 'evidence_required')
}

/** The commands of entries that no agent's call brought: text an agent wrote never becomes a running program. */
function trustedCommands(current: readonly CurrentDecision[], appends: readonly AgentAppend[]): readonly Command[] {
  const own = current.filter(
    ({ file, entry }) => !appends.some((append) => append.file === file && entry >= append.from),
  )
  const parts = own.flatMap(({ check }) => (check === null ? [] : flattenCheck(check)))
  return parts.filter((part) => part.kind === 'command_passes')
}

function countsOf({ project, disk, log, above }: OpenLog, effective: DecisionLog) {
  const unread = disk.others.filter(({ name, kind }) => name.endsWith('.json') && kind !== 'folder').length
  return {
    kind: 'validation',
    project,
    above,
    currentDecisions: effective.current.length,
    decisionFiles: disk.files.length + unread,
    retired: log.retired.length,
    superseded: log.superseded.length,
  } as const
}

function prefixOf(project: string, topLevel: string | null): string {
  const path = topLevel === null ? '' : relative(topLevel, project)
  return path === '' || path.startsWith('..') ? '' : `${path}/`
}

function verdictOf(problems: readonly Problem[]): Validation['verdict'] {
  if (problems.some(({ severity }) => severity === 'error')) return 'fail'
  return problems.length > 0 ? 'warn' : 'pass'
}

function errorsFirst(problems: readonly Problem[]): readonly Problem[] {
  return [...problems].sort((a, b) => Number(a.severity === 'warning') - Number(b.severity === 'warning'))
}
