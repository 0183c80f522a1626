import type { ChangeMark } from './agent-marks.ts'
import type { HarnessProcess } from './baseline.ts'

/**
 * A window is the time in which a shell or unknown tool runs. While one is open a change of the log counts as an
 * agent's. Windows belong to the project, across sessions and harnesses (specification decisions section 4).
 */
export type Window = {
  readonly schema: 'bylaw.window/v1'
  readonly harness: string
  readonly session: string
  readonly callId: string | null
  readonly tool: string
  /** The first line of the command, cut. */
  readonly command: string
  readonly openedAtMs: number
  /** Clock ticks since boot, to tell the call's processes from older ones; null where the system has none. */
  readonly openedTicks: number | null
  readonly process: HarnessProcess | null
  readonly background: boolean
}

const COMMAND_MAX = 160

/** Controls, blanks and marks that show nothing; spelled out, since classes of Unicode cost a third of a millisecond. */
const UNSHOWN = /[\0-\x20\x7f-\xa0\xad\u061c\u200b-\u200f\u2028-\u202f\u205f-\u206f\u3000\ufeff]+/g

/** What a window keeps of a command: one short line without control characters. */
export function commandExcerpt(command: string): string {
  const line = command
    .slice(0, COMMAND_MAX * 4)
    .replace(UNSHOWN, ' ')
    .trim()
  return line.length > COMMAND_MAX ? `${line.slice(0, COMMAND_MAX - 1)}…` : line
}

/** An entry that appeared in a decision, or a file that appeared in the log, while an agent's call ran. */
export type AgentAppend = ChangeMark & {
  readonly id: string
  /**
   * `held`: not in force until a person accepts it. `reported`: in force, and named. `refused`: a new file that the
   * rules for agents forbid; a violation until it is gone or a person accepts it.
   */
  readonly state: 'held' | 'reported' | 'refused'
  readonly harness: string
  readonly session: string
  readonly tool: string
  readonly command: string
  readonly at: string
}
