import type { Fault } from '../fault.ts'
import type { CurrentDecision, Decision, DecisionFaultCode, DecisionWarningCode } from './decision.ts'

/** Something in a log folder that is not a readable decision file. */
export type LogOddity = {
  readonly name: string
  readonly kind:
    | 'folder'
    | 'symbolic-link'
    | 'other-extension'
    | 'not-utf8'
    | 'too-large'
    | 'unreadable'
    | 'outside-workspace'
  readonly detail?: string
}

/** A fault across files, or a warning. */
export type Finding = Fault<DecisionFaultCode | DecisionWarningCode> & { readonly severity: 'error' | 'warning' }

/** A file that could not be read as a decision. `id` is what it calls itself, where that much could be read. */
export type InvalidFile = {
  readonly file: string
  readonly id: string | null
  readonly faults: readonly Fault<DecisionFaultCode>[]
}

/** A decision whose last entry is a retirement. */
export type RetiredDecision = {
  readonly id: string
  readonly file: string
  /** Title of its last decision entry. */
  readonly title: string
  /** Why it was retired. */
  readonly rationale: string
  readonly date: string | null
}

/** A decision that another one names in `supersedes`. */
export type SupersededDecision = {
  readonly id: string
  readonly file: string
  readonly title: string
  readonly by: readonly string[]
}

/** A whole log. All lists are in the order of ids. */
export type DecisionLog = {
  readonly decisions: readonly Decision[]
  readonly invalid: readonly InvalidFile[]
  readonly findings: readonly Finding[]
  readonly current: readonly CurrentDecision[]
  readonly retired: readonly RetiredDecision[]
  readonly superseded: readonly SupersededDecision[]
}
