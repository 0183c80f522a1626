// The library: the functions that the commands and the hooks use themselves. Those of core take texts and give values;
// those of app read through ports that the caller passes in.
export { type Explanation, explainLog } from './app/decisions/explain-log.ts'
export { type DecisionList, listDecisions } from './app/decisions/list-decisions.ts'
export { type CheckedDecision, checkDecisions } from './app/validate/check-decisions.ts'
export type { Problem } from './app/validate/problem.ts'
export { type Validation, validateLog } from './app/validate/validate-log.ts'
export type { DecisionLogs, Git, WorkTrees, World } from './app/world.ts'
export { attestationRecord, signedText, snapshotDigest } from './core/attest/attestation-record.ts'
export { type Judgement, judgeAttestation, type RepositoryNow } from './core/attest/judge-attestation.ts'
export { type RecordReading as AttestationReading, readAttestation } from './core/attest/read-attestation.ts'
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
export { type EventDraft, GENESIS_SHA256, renderEventLine } from './core/events/event-line.ts'
export { EMPTY_LOG, type LogHead, type LogReading, readEventLog } from './core/events/event-log.ts'
export { type Loop, parseLoop, SHIPPED_LOOP, type Transition } from './core/events/loop.ts'
export { type Projection, projectEvents } from './core/events/project-events.ts'
export { type EvidenceRun, type EvidenceVerdict, evidenceRecord, verdictOf } from './core/evidence/evidence-record.ts'
export { freshnessOf, readRecordedTree } from './core/evidence/recorded-tree.ts'
export {
  hashedText,
  type RecordReading as EvidenceReading,
  readRecord,
  recordHash,
} from './core/evidence/verify-record.ts'
export type { Fault, Parsed, Place } from './core/fault.ts'
export { Refusal } from './core/fault.ts'
export {
  DONE_PREDICATES,
  DoneFactsError,
  type DoneGateResult,
  faultOfDonePredicates,
  judgeDoneGate,
} from './core/gates/done-gate.ts'
export { type Gates, parseGates } from './core/gates/gates-file.ts'
export { classifyCommand } from './core/policy/classify-command.ts'
export type { PolicyInput, PolicyVerdict } from './core/policy/classify-reading.ts'
export { compileProjectPolicy } from './core/policy/compile-project-policy.ts'
export { type CommandReading, explainCommand } from './core/policy/explain-command.ts'
export { parseProjectPolicy } from './core/policy/parse-project-policy.ts'
export type { Permit } from './core/policy/permit.ts'
export type { CompiledPolicy, ProjectPolicy } from './core/policy/project-policy.ts'
export type { Branches, PolicyLevel } from './core/policy/rule.ts'
export { RULE_LEVELS } from './core/policy/rule-levels.ts'
export { parseCommandLine } from './core/shell/parse-command-line.ts'
export type { ShellReading, SimpleCommand } from './core/shell/simple-command.ts'
export { coveredToolNames, isKnownToolPattern, isToolDenied } from './core/tools/tool-names.ts'
export { type TreeEntry, treeHash } from './core/tree/tree-hash.ts'
