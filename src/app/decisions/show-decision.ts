import type { JsonValue } from '../../core/codec/json.ts'
import type { World } from '../world.ts'
import { findDecision } from './find-decision.ts'
import { inForce } from './in-force.ts'
import { type ListedDecision, listed } from './list-decisions.ts'
import { openLog } from './open-log.ts'

export type ShownDecision = {
  readonly kind: 'shown-decision'
  readonly project: string
  readonly decision: ListedDecision
  /** Counted from 1. */
  readonly entryNumber: number
  /** The last entry that is in force, exactly as it is written. */
  readonly entry: JsonValue
}

/** One decision as it stands: its state and its last entry. */
export async function showDecision(
  world: Pick<World, 'cwd' | 'logs' | 'sessions'>,
  input: { readonly id: string },
): Promise<ShownDecision> {
  const open = await openLog(world)
  const { appends } = await world.sessions.report(open.project)
  const log = inForce(open, appends)
  const decision = findDecision(open.log, input.id)
  const { history } = log.decisions.find(({ file }) => file === decision.file) ?? decision
  return {
    kind: 'shown-decision',
    project: open.project,
    decision: listed(decision, log),
    entryNumber: history.length,
    entry: history.at(-1)?.json ?? null,
  }
}
