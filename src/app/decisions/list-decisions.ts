import type { Decision } from '../../core/decisions/decision.ts'
import type { DecisionLog } from '../../core/decisions/decision-log.ts'
import type { World } from '../world.ts'
import { inForce } from './in-force.ts'
import { openLog } from './open-log.ts'

/** `refused`: a file an agent's call brought while the log was guarded; not in force until a person accepts it. */
export type DecisionState = 'current' | 'retired' | 'superseded' | 'refused'

export type ListedDecision = {
  readonly id: string
  readonly state: DecisionState
  readonly revised: boolean
  /** Day of the entry that applies, or of the retirement. */
  readonly date: string | null
  readonly title: string
  /** Kind of the check that applies, null where nothing checks it. */
  readonly check: string | null
  readonly file: string
}

export type DecisionList = {
  readonly kind: 'decision-list'
  readonly project: string
  readonly decisions: readonly ListedDecision[]
  readonly invalid: readonly { readonly file: string; readonly id: string | null; readonly reason: string }[]
}

/** Every decision of the nearest log with what became of it. */
export async function listDecisions(world: Pick<World, 'cwd' | 'logs' | 'sessions'>): Promise<DecisionList> {
  const open = await openLog(world)
  const { appends } = await world.sessions.report(open.project)
  const log = inForce(open, appends)
  return {
    kind: 'decision-list',
    project: open.project,
    decisions: open.log.decisions.map((decision) => listed(decision, log)),
    invalid: log.invalid.map(({ file, id, faults }) => ({ file, id, reason: faults[0]?.message ?? 'no decision' })),
  }
}

/** What a log says of one of its decisions. */
export function stateOf(decision: Decision, log: DecisionLog): DecisionState {
  if (!log.decisions.some(({ file }) => file === decision.file)) return 'refused'
  if (log.current.some(({ file }) => file === decision.file)) return 'current'
  return log.superseded.some(({ file }) => file === decision.file) ? 'superseded' : 'retired'
}

/** One decision and what the log in force says of it. */
export function listed(decision: Decision, log: DecisionLog): ListedDecision {
  const state = stateOf(decision, log)
  const { history } = log.decisions.find(({ file }) => file === decision.file) ?? decision
  const entries = history.filter((entry) => entry.kind === 'decision')
  const latest = entries.at(-1)
  return {
    id: decision.id,
    state,
    revised: entries.length > 1,
    date: history.at(-1)?.date ?? null,
    title: latest?.title ?? '',
    check: state === 'current' ? (latest?.check?.kind ?? null) : null,
    file: decision.file,
  }
}
