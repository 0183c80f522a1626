import type { Decision } from '../../core/decisions/decision.ts'
import type { DecisionLog } from '../../core/decisions/decision-log.ts'
import { joinLog } from '../../core/decisions/join-log.ts'
import { standsIn } from '../../core/sessions/agent-marks.ts'
import type { AgentAppend } from '../../core/sessions/window.ts'
import type { OpenLog } from './open-log.ts'

/** The log without what is held or refused: what the hooks enforce until a person accepts it. */
export function inForce({ disk, log }: OpenLog, appends: readonly AgentAppend[]): DecisionLog {
  const standing = appends.filter((append) => disk.files.some((file) => standsIn(append, file)))
  const held = standing.filter(({ state }) => state === 'held')
  const refused = new Set(standing.filter(({ state }) => state === 'refused').map(({ file }) => file))
  if (held.length === 0 && refused.size === 0) return log
  const decisions = log.decisions
    .filter(({ file }) => !refused.has(file))
    .map((decision) => withoutHeld(decision, held))
  return joinLog({ decisions, invalid: log.invalid, others: disk.others })
}

function withoutHeld(decision: Decision, held: readonly AgentAppend[]): Decision {
  const from = held.filter(({ file }) => file === decision.file).sort((a, b) => a.from - b.from)[0]?.from
  const [first, ...rest] = decision.history
  return from === undefined ? decision : { ...decision, history: [first, ...rest.slice(0, from - 1)] }
}
