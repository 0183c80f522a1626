import type { DecisionLog } from '../../core/decisions/decision-log.ts'
import type { Fault } from '../../core/fault.ts'
import type { AgentAppend } from '../../core/sessions/window.ts'
import type { SessionReport } from '../world.ts'

/** One thing that validation found, in the order and form in which every output shows it. */
export type Problem = {
  readonly severity: 'error' | 'warning'
  readonly code: string
  /** The decision, where it is known. */
  readonly id: string | null
  /** Relative to the project, with `/`. */
  readonly file: string | null
  readonly line: number | null
  readonly message: string
  readonly hint: string | null
}

const LOG = '.hdr/decisions/'

/** A fault of a decision file. Its place names the file inside the log folder. */
export function problemFrom(fault: Fault, severity: Problem['severity'], file?: string): Problem {
  const name = fault.at?.file ?? file
  return {
    severity,
    code: fault.code,
    id: null,
    file: name === undefined ? null : fileInLog(name),
    line: fault.at?.line ?? null,
    message: fault.message,
    hint: fault.hint ?? null,
  }
}

/** Something that is wrong with a decision as a whole. */
export function problemOf(
  id: string,
  file: string | null,
  rest: {
    readonly severity: Problem['severity']
    readonly code: string
    readonly message: string
    readonly hint?: string
  },
): Problem {
  const { severity, code, message, hint = null } = rest
  return { severity, code, id, file: file === null ? null : fileInLog(file), line: null, message, hint }
}

function fileInLog(name: string): string {
  return name.startsWith('.hdr') ? name : LOG + name
}

/** Everything that is wrong with the log itself. */
export function logProblems(log: DecisionLog): readonly Problem[] {
  const unreadable = log.invalid.flatMap(({ file, id, faults }) =>
    faults.map((fault) => ({ ...problemFrom(fault, 'error', file), id })),
  )
  return [...unreadable, ...log.findings.map((finding) => problemFrom(finding, finding.severity))]
}

const CODES = { held: 'held-append', refused: 'refused-file', reported: 'agent-append' } as const satisfies Record<
  AgentAppend['state'],
  string
>

/** What the sessions of this machine left behind. */
export function sessionProblems({ appends, unproven, violations }: SessionReport): readonly Problem[] {
  return [
    ...violations.map(({ session, id, what }) =>
      problemOf('LOG-INTEGRITY', null, {
        severity: 'error',
        code: 'log-integrity',
        message: `${id}: ${what}`,
        hint: `bylaw decisions restore ${id} --session ${session}`,
      }),
    ),
    ...unproven.map(({ session, what }) =>
      problemOf('UNPROVEN', null, { severity: 'error', code: 'unproven', message: `session ${session}: ${what}` }),
    ),
    ...appends.map((append) =>
      problemOf(append.id, append.file, {
        severity: 'warning',
        code: CODES[append.state],
        message: describeAppend(append),
        hint: `bylaw decisions accept ${append.id}`,
      }),
    ),
  ]
}

const STANDING = {
  held: 'is held, not in force',
  refused: 'is refused, not in force',
  reported: 'is in force',
} as const satisfies Record<AgentAppend['state'], string>

/** Which entry or file appeared during which call. */
export function describeAppend({ from, state, tool, command, harness }: AgentAppend): string {
  const call = command === '' ? tool : `${tool} (${command})`
  const what = state === 'refused' ? 'the file' : `entry ${from + 1}`
  return `${what} appeared while ${harness} ran ${call} and ${STANDING[state]}`
}
