import type { Check } from '../decisions/check.ts'
import type { GuardedFile, HarnessProcess, RegisteredHooks } from './baseline.ts'
import type { Violation } from './compare-log.ts'
import type { AgentAppend } from './window.ts'

/** A current decision as the judgement needs it. */
export type DecisionInForce = {
  readonly id: string
  readonly title: string
  /** Index of the entry that applies. */
  readonly entry: number
  readonly revised: boolean
  readonly check: Check | null
}

/** What one event knows of one log. */
export type LogState = {
  /** Real path of the folder that holds `.hdr`. */
  readonly project: string
  /** How a command line names the session: `claude-code/<session>`. */
  readonly sessionOption: string
  /** Current decisions: before a tool those that may look at the call, at other events all. */
  readonly decisions: readonly DecisionInForce[]
  /** The current decision that guards the log against shell commands. */
  readonly guard: string | null
  /** Literal leading folders of the files that must be noted before a shell tool; empty where there are none. */
  readonly watchBases: readonly string[]
  readonly guarded: readonly GuardedFile[]
  readonly hooks: RegisteredHooks
  readonly process: HarnessProcess | null
  readonly violations: readonly Violation[]
  /** HOOK-INTEGRITY: what is wrong with our registration, in phrases. */
  readonly integrity: readonly string[]
  /** Files that must be mended before a changing tool runs again, in phrases that name them. */
  readonly invalid: readonly string[]
  readonly warnings: readonly string[]
  /** Decisions that want hooks registered which are not: said before a changing tool, never more. */
  readonly unregistered: readonly string[]
  readonly held: readonly AgentAppend[]
  /** What happened since the last event and should be said once. */
  readonly news: readonly string[]
  /** The state folder cannot be read or written: which, and why. */
  readonly trouble: string | null
  /** The decisions differ from what the model was last told. */
  readonly untold: boolean
}

/** A state in which nothing is known yet; the callers say what differs. */
export function emptyState(project: string, sessionOption: string): LogState {
  return {
    project,
    sessionOption,
    decisions: [],
    guard: null,
    watchBases: [],
    guarded: [],
    hooks: {},
    process: null,
    violations: [],
    integrity: [],
    invalid: [],
    warnings: [],
    unregistered: [],
    held: [],
    news: [],
    trouble: null,
    untold: false,
  }
}

const LIST_MAX = 40
const TITLE_MAX = 120

/** Whether nothing stands in the way of any tool. */
export function isClean(state: LogState): boolean {
  return (
    state.violations.length === 0 &&
    state.integrity.length === 0 &&
    state.invalid.length === 0 &&
    state.trouble === null
  )
}

/** The text by which it is known whether the model was told the decisions that apply. */
export function toldText(decisions: readonly DecisionInForce[]): string {
  return decisions.map((decision) => `${decision.id}.${decision.entry}`).join(' ')
}

/** The current decisions as a short list for the model. */
export function describeDecisions(decisions: readonly DecisionInForce[]): string {
  if (decisions.length === 0) return 'No decision is current in this project.'
  const shown = decisions.slice(0, LIST_MAX)
  const lines = shown.map(
    ({ id, title, revised }) => `- ${id}: ${cut(title, TITLE_MAX)}${revised ? ' (as revised)' : ''}`,
  )
  const rest = decisions.length - shown.length
  if (rest > 0) lines.push(`- and ${rest} more`)
  return [
    `${decisions.length} current ${decisions.length === 1 ? 'decision applies' : 'decisions apply'} here (.hdr/decisions; details: bylaw explain ID):`,
    ...lines,
    'You may add a decision as a new file .hdr/decisions/<id>.json with one entry. Revising, retiring and editing are for people.',
  ].join('\n')
}

/** Everything that is wrong or new, one phrase a line. */
export function describeTrouble(state: LogState): readonly string[] {
  return [
    ...(state.trouble === null ? [] : [`the state folder cannot be used: ${state.trouble}`]),
    ...state.violations.map((violation) => describeViolation(violation, state)),
    ...state.integrity.map((phrase) => `HOOK-INTEGRITY: ${phrase}`),
    ...state.invalid.map((phrase) => `not a valid decision file: ${phrase}`),
    ...state.held.map(
      (append) =>
        `${append.id}: an entry that appeared while an agent's command ran is held and not in force; a person takes it on with: bylaw decisions accept ${append.id}`,
    ),
    ...state.news,
    ...state.warnings,
  ]
}

/** One violation and the way out of it. */
export function describeViolation(violation: Violation, state: Pick<LogState, 'sessionOption'>): string {
  const id = /^[A-Z][A-Z0-9]*-[0-9]+$/.test(violation.id) ? ` ${violation.id}` : ''
  const restore = `Restore it with: bylaw decisions restore${id} --session ${state.sessionOption}`
  const accept = violation.extra && id ? `; or a person takes it on with: bylaw decisions accept${id}` : ''
  return `LOG-INTEGRITY: ${violation.id}: ${violation.what}. ${restore}${accept}`
}

function cut(text: string, max: number): string {
  const line = text.replace(/\s+/g, ' ')
  return line.length > max ? `${line.slice(0, max - 1)}…` : line
}
