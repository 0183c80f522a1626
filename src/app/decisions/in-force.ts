import type { Decision } from '../../core/decisions/decision.ts'
import type { DecisionLog } from '../../core/decisions/decision-log.ts'
import { joinLog } from '../../core/decisions/join-log.ts'
import { standsIn } from '../../core/sessions/agent-marks.ts'
import type { AgentAppend } from '../../core/sessions/window.ts'
import type { OpenLog } from './open-log.ts'

/** The log without the entries that are held: what the hooks enforce until a person accepts them. */
export function inForce({ disk, log }: OpenLog, appends: readonly AgentAppend[]): DecisionLog {
  const held = appends.filter((append) => append.state === 'held' && disk.files.some((file) => standsIn(append, file)))
  if (held.length === 0) return log
  const decisions = log.decisions.map((decision) => withoutHeld(decision, held))
  return joinLog({ decisions, invalid: log.invalid, others: disk.others })
}

function withoutHeld(decision: Decision, held: readonly AgentAppend[]): Decision {
  const from = held.find((append) => append.file === decision.file)?.from
  const [first, ...rest] = decision.history
  return from === undefined ? decision : { ...decision, history: [first, ...rest.slice(0, from - 1)] }
}
