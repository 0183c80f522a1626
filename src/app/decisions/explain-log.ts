import { type Check, effectOf, flattenCheck } from '../../core/decisions/check.ts'
import { explainCheck } from '../../core/decisions/check-table.ts'
import type { Decision, Entry } from '../../core/decisions/decision.ts'
import type { DecisionLog } from '../../core/decisions/decision-log.ts'
import { type CoveredNames, coveredToolNames } from '../../core/tools/tool-names.ts'
import { describeAppend } from '../validate/problem.ts'
import type { SessionReport, World } from '../world.ts'
import { findDecision } from './find-decision.ts'
import { inForce } from './in-force.ts'
import { type DecisionState, stateOf } from './list-decisions.ts'
import { openLog } from './open-log.ts'

export type ExplainedEntry = {
  /** Counted from 1. */
  readonly number: number
  readonly kind: Entry['kind']
  readonly date: string | null
  readonly title: string | null
  readonly rationale: string
  readonly check: Check | null
  /** What the check does, one line for each part. */
  readonly checkInWords: readonly string[]
  /** Tool names that the check denies, harness by harness. */
  readonly covers: readonly CoveredNames[]
  readonly applies: boolean
  /** It waits for a person to accept it. */
  readonly held: boolean
}

export type ExplainedDecision = {
  readonly id: string
  readonly file: string
  readonly state: DecisionState
  readonly supersededBy: readonly string[]
  readonly entries: readonly ExplainedEntry[]
  /** Entries that an agent's call brought, and what sessions find broken, one sentence each. */
  readonly notices: readonly string[]
}

export type Explanation = {
  readonly kind: 'explanation'
  readonly project: string
  readonly decisions: readonly ExplainedDecision[]
  readonly unreadable: readonly string[]
}

/** The whole history of one decision, or of every one. */
export async function explainLog(
  world: Pick<World, 'cwd' | 'logs' | 'sessions'>,
  input: { readonly id: string | null },
): Promise<Explanation> {
  const open = await openLog(world)
  const report = await world.sessions.report(open.project)
  const { appends } = report
  const effective = inForce(open, appends)
  const wanted = input.id === null ? open.log.decisions : [findDecision(open.log, input.id)]
  return {
    kind: 'explanation',
    project: open.project,
    decisions: wanted.map((decision) => explained(decision, effective, report)),
    unreadable: input.id === null ? open.log.invalid.map(({ file }) => file) : [],
  }
}

function explained(decision: Decision, log: DecisionLog, report: SessionReport): ExplainedDecision {
  const applies = log.current.find(({ file }) => file === decision.file)?.entry ?? null
  const appends = report.appends.filter(({ file }) => file === decision.file)
  const violations = report.violations.filter(({ id }) => id === decision.id)
  const known = log.decisions.find(({ file }) => file === decision.file)?.history.length ?? 0
  const state = stateOf(decision, log)
  return {
    id: decision.id,
    file: decision.file,
    state,
    supersededBy: log.superseded.find(({ file }) => file === decision.file)?.by ?? [],
    entries: decision.history.map((entry, index) => ({
      ...explainedEntry(entry),
      number: index + 1,
      applies: index === applies,
      held: state !== 'refused' && index >= known,
    })),
    notices: [...violations.map(describeViolation), ...appends.map(describeAppend)],
  }
}

function describeViolation({ session, id, what }: SessionReport['violations'][number]): string {
  return `LOG-INTEGRITY: ${what}, as the session ${session} sees it; bylaw decisions restore ${id} --session ${session}`
}

function explainedEntry(entry: Entry): Omit<ExplainedEntry, 'number' | 'applies' | 'held'> {
  const { kind, date, rationale } = entry
  if (entry.kind === 'retirement') {
    return { kind, date, rationale, title: null, check: null, checkInWords: [], covers: [] }
  }
  const { title, check } = entry
  const covers = coveredToolNames(check === null ? [] : deniedTools(check))
  return { kind, date, rationale, title, check, checkInWords: check === null ? [] : inWords(check), covers }
}

function deniedTools(check: Check): readonly string[] {
  return flattenCheck(check).flatMap((part) => (part.kind === 'tool_denied' ? part.tools : []))
}

/** Part by part, each with the effect that it has from the check around it. */
function inWords(check: Check): readonly string[] {
  const parts = flattenCheck(check).filter(({ kind }) => kind !== 'all')
  return parts.map((part) => explainCheck({ ...part, effect: effectOf(part, check.effect) }))
}
