import type { JsonValue } from '../codec/json.ts'
import type { Check } from './check.ts'

/** One entry of a history in working form. `json` is the entry as written, for the append rule. */
export type Entry =
  | {
      readonly kind: 'decision'
      readonly date: string | null
      readonly title: string
      readonly rationale: string
      readonly check: Check | null
      readonly json: JsonValue
    }
  | { readonly kind: 'retirement'; readonly date: string | null; readonly rationale: string; readonly json: JsonValue }

/** One decision file, read. A version 1 record is a one-entry history. */
export type Decision = {
  /** The field, never the file name. */
  readonly id: string
  /** Base name of the file in the log folder. */
  readonly file: string
  readonly version: 1 | 2
  /** Oldest first, never empty, the first is a decision. */
  readonly history: readonly [Entry, ...Entry[]]
  /** Ids retired by a version 1 record, or by the first entry of the history that replaced one. */
  readonly supersedes: readonly string[]
}

/** The last entry of a decision that is neither retired nor superseded. */
export type CurrentDecision = {
  readonly id: string
  readonly file: string
  readonly title: string
  readonly rationale: string
  readonly check: Check | null
  /** Index of the entry that applies. */
  readonly entry: number
  /** The decision has an earlier entry: "yes, as revised". */
  readonly revised: boolean
}

/** One file or other thing found in a log folder, before it is read. */
export type LogFile = { readonly name: string; readonly text: string }

export type DecisionFaultCode =
  | 'not-json'
  | 'not-utf8'
  | 'too-large'
  | 'too-deep'
  | 'duplicate-key'
  | 'inexact-number'
  | 'bad-shape'
  | 'unknown-key'
  | 'unsupported-schema'
  | 'bad-id'
  | 'bad-date'
  | 'bad-pattern'
  | 'bad-glob'
  | 'bad-path'
  | 'unknown-check'
  | 'empty-history'
  | 'retirement-first'
  | 'history-too-long'
  | 'duplicate-id'
  | 'id-case-clash'
  | 'unknown-supersedes'
  | 'supersede-cycle'
  | 'outside-workspace'
  | 'symbolic-link'
  | 'unreadable'

export type DecisionWarningCode =
  | 'id-filename-mismatch'
  | 'unexpected-entry'
  | 'unknown-tool-name'
  | 'dates-run-backwards'
