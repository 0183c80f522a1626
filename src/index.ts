// The library: the functions that the commands and the hooks use themselves. Those of core take texts and give values;
// those of app read through ports that the caller passes in.
export { type Explanation, explainLog } from './app/decisions/explain-log.ts'
export { type DecisionList, listDecisions } from './app/decisions/list-decisions.ts'
export { type CheckedDecision, checkDecisions } from './app/validate/check-decisions.ts'
export type { Problem } from './app/validate/problem.ts'
export { type Validation, validateLog } from './app/validate/validate-log.ts'
export type { DecisionLogs, Git, WorkTrees, World } from './app/world.ts'
export { type JsonDocument, type JsonValue, parseJson } from './core/codec/json.ts'
export { compileTextPattern } from './core/codec/text-pattern.ts'
export { compareHistories, type HistoryChange } from './core/decisions/append-rule.ts'
export { type Check, type CheckKind, type Effect, flattenCheck } from './core/decisions/check.ts'
export { explainCheck } from './core/decisions/check-table.ts'
export { commandDigest } from './core/decisions/command-digest.ts'
export type { CurrentDecision, Decision, Entry, LogFile } from './core/decisions/decision.ts'
export { compareIds, ID_PATTERN, nextId } from './core/decisions/decision-id.ts'
export type { DecisionLog, Finding, InvalidFile, LogOddity } from './core/decisions/decision-log.ts'
export { evaluateWorkspace, type WorkspaceFacts, type WorkspaceOutcome } from './core/decisions/evaluate-workspace.ts'
export { judgeNewDecision } from './core/decisions/judge-new-decision.ts'
export { parseDecisionFile } from './core/decisions/parse-decision-file.ts'
export { assembleLog } from './core/decisions/read-decision-log.ts'
export {
  appendEntry,
  type NewDecision,
  type NewEntry,
  renderNewDecision,
} from './core/decisions/write-decision-file.ts'
export type { Fault, Parsed, Place } from './core/fault.ts'
export { Refusal } from './core/fault.ts'
export { coveredToolNames, isKnownToolPattern, isToolDenied } from './core/tools/tool-names.ts'
