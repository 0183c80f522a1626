import { createHash } from 'node:crypto'
import type { Decision } from '../../core/decisions/decision.ts'
import type { DecisionLog } from '../../core/decisions/decision-log.ts'
import { joinLog } from '../../core/decisions/join-log.ts'
import type { AgentAppend } from '../../core/sessions/window.ts'
import type { OpenLog } from './open-log.ts'

/** The log without the entries that are held: what the hooks enforce until a person accepts them. */
export function inForce({ disk, log }: OpenLog, appends: readonly AgentAppend[]): DecisionLog {
  const held = appends.filter((append) => append.state === 'held' && isStillThere(append, disk.files))
  if (held.length === 0) return log
  const decisions = log.decisions.map((decision) => withoutHeld(decision, held))
  return joinLog({ decisions, invalid: log.invalid, others: disk.others })
}

/** An append counts as held only while its file is exactly as it was found: a person who goes on from it takes it on. */
function isStillThere(append: AgentAppend, files: OpenLog['disk']['files']): boolean {
  const text = files.find((file) => file.name === append.file)?.text
  return text !== undefined && createHash('sha256').update(text, 'utf8').digest('hex') === append.sha256
}

function withoutHeld(decision: Decision, held: readonly AgentAppend[]): Decision {
  const from = held.find((append) => append.file === decision.file)?.from
  const [first, ...rest] = decision.history
  return from === undefined ? decision : { ...decision, history: [first, ...rest.slice(0, from - 1)] }
}
