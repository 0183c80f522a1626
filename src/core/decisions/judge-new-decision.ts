import type { Fault } from '../fault.ts'
import { type Check, flattenCheck } from './check.ts'
import { takenIds } from './claimed-id.ts'
import type { Decision, DecisionFaultCode, LogFile } from './decision.ts'
import { nextId } from './decision-id.ts'
import type { DecisionLog } from './decision-log.ts'
import { type DecisionFileOptions, parseDecisionFile } from './parse-decision-file.ts'

export type NewDecisionFaultCode = DecisionFaultCode | 'wrong-name' | 'one-entry' | 'loosens'

type NewFault = Fault<NewDecisionFaultCode>

/**
 * The rules for a new file that an agent writes: valid, named by its id, an id that nobody has, exactly one entry, and
 * nothing in it that loosens what binds the agent. Empty: it may be written.
 */
export function judgeNewDecision(
  file: LogFile,
  log: Pick<DecisionLog, 'decisions' | 'invalid'>,
  options: DecisionFileOptions = {},
): readonly NewFault[] {
  const parsed = parseDecisionFile(file, options)
  if (!parsed.ok) return parsed.faults
  const decision = parsed.value
  return [
    ...idFaults(decision, log),
    ...nameFaults(decision, log),
    ...entryFaults(decision),
    ...looseningFaults(decision),
  ]
}

function idFaults({ id, file }: Decision, log: Pick<DecisionLog, 'decisions' | 'invalid'>): readonly NewFault[] {
  const taken = takenIds(log)
  if (!taken.includes(id)) return []
  const holder =
    [...log.decisions, ...log.invalid].find((other) => other.id?.toUpperCase() === id)?.file ?? `${id}.json`
  const message = `the id ${id} is taken by ${holder}`
  const hint = `the next free id is ${nextId(taken, prefixOf(id))}`
  return [{ code: 'duplicate-id', message, hint, at: { file, pointer: '/id' } }]
}

function nameFaults({ id, file }: Decision, log: Pick<DecisionLog, 'decisions' | 'invalid'>): readonly NewFault[] {
  if (file !== `${id}.json`) {
    return [
      { code: 'wrong-name', message: `the decision ${id} must be in ${id}.json`, hint: 'rename it', at: { file } },
    ]
  }
  const other = [...log.decisions, ...log.invalid].find((found) => found.file.toUpperCase() === file.toUpperCase())
  if (other === undefined || other.file === file) return []
  const message = `${file} differs from ${other.file} only in letter case`
  return [{ code: 'id-case-clash', message, hint: 'take the next free id', at: { file } }]
}

function entryFaults({ file, history }: Decision): readonly NewFault[] {
  if (history.length === 1) return []
  const message = `a new decision has exactly one entry, this one has ${history.length}`
  return [
    { code: 'one-entry', message, hint: 'later entries are for a person to append', at: { file, pointer: '/history' } },
  ]
}

function looseningFaults(decision: Decision): readonly NewFault[] {
  const { file, version, supersedes, history } = decision
  const place = (pointer: string): Pick<NewFault, 'at'> => ({ at: { file, pointer } })
  const [first] = history
  const check = first.kind === 'decision' ? first.check : null
  const root = version === 1 ? '' : '/history/0'
  const reasons: readonly (readonly [string, string])[] = [
    ...(version === 1 ? [['schema_version 1', '/schema_version'] as const] : []),
    ...(supersedes.length > 0 ? [['"supersedes"', `${root}/supersedes`] as const] : []),
    ...(check === null ? [] : flattenCheck(check).flatMap(loosening)).map((what) => [what, `${root}/check`] as const),
  ]
  return reasons.map(([what, pointer]): NewFault => {
    const message = `${what} is for people alone`
    return { code: 'loosens', message, hint: 'leave it out, or ask a person to add the decision', ...place(pointer) }
  })
}

/** What in one check could take a rule's force away, or make text of the repository run. */
function loosening(check: Check): readonly string[] {
  const effect = check.effect ?? 'deny'
  return [
    ...(check.kind === 'command_passes' ? ['"command_passes"'] : []),
    ...(check.kind === 'command_policy' && check.permit !== undefined ? ['"permit"'] : []),
    ...(effect === 'deny' ? [] : [`"effect": "${effect}"`]),
  ]
}

function prefixOf(id: string): string {
  return id.slice(0, id.lastIndexOf('-'))
}
