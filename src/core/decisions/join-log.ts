import type { CurrentDecision, Decision, Entry } from './decision.ts'
import { compareIds } from './decision-id.ts'
import type { DecisionLog, RetiredDecision, SupersededDecision } from './decision-log.ts'
import {
  clashingIds,
  clashingNames,
  fileWarnings,
  type JoinOptions,
  type LogParts,
  toolNameWarnings,
} from './log-findings.ts'
import { findingOf, invalidOf, isUnreadableFile } from './log-oddity.ts'
import { readSupersession } from './supersession.ts'

export type { JoinOptions } from './log-findings.ts'

/**
 * From decisions already read to the log: the rules across files, and what is current. Loads no schema.
 *
 * Where files contradict each other the side that enforces more wins, and the contradiction is an error: of two files
 * with one id both are current, and neither can be superseded; a ring of `supersedes` supersedes nobody.
 */
export function joinLog(parts: LogParts, options: JoinOptions = {}): DecisionLog {
  const decisions = [...parts.decisions].sort((a, b) => compareIds(a.id, b.id) || compareNames(a.file, b.file))
  const invalid = [...parts.invalid, ...parts.others.filter(isUnreadableFile).map(invalidOf)].sort((a, b) =>
    compareNames(a.file, b.file),
  )
  const supersession = readSupersession(decisions, invalid)
  const current: CurrentDecision[] = []
  const retired: RetiredDecision[] = []
  const superseded: SupersededDecision[] = []
  for (const decision of decisions) {
    const by = supersession.by.get(decision.id) ?? []
    const last = decision.history.at(-1) as Entry
    if (last.kind === 'retirement') retired.push(retiredOf(decision, last))
    else if (by.length > 0) superseded.push({ id: decision.id, file: decision.file, title: last.title, by })
    else current.push(currentOf(decision, last))
  }
  const findings = [
    ...parts.others.filter((other) => !isUnreadableFile(other)).map(findingOf),
    ...clashingIds({ decisions, invalid }),
    ...clashingNames(parts),
    ...supersession.findings,
    ...decisions.flatMap(fileWarnings),
    ...current.flatMap((decision) => toolNameWarnings(decision, options)),
  ]
  return { decisions, invalid, findings, current, retired, superseded }
}

type DecisionEntry = Extract<Entry, { readonly kind: 'decision' }>

function currentOf(decision: Decision, last: DecisionEntry): CurrentDecision {
  const { id, file, history } = decision
  const { title, rationale, check } = last
  return { id, file, title, rationale, check, entry: history.length - 1, revised: history.length > 1 }
}

function retiredOf(decision: Decision, last: Extract<Entry, { readonly kind: 'retirement' }>): RetiredDecision {
  const lastDecision = decision.history.findLast((entry): entry is DecisionEntry => entry.kind === 'decision')
  const { id, file } = decision
  return { id, file, title: lastDecision?.title ?? id, rationale: last.rationale, date: last.date }
}

function compareNames(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}
