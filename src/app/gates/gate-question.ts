import type { LoggedEvent } from '../../core/events/logged-events.ts'
import type { Loop } from '../../core/events/loop.ts'
import type { Gates } from '../../core/gates/gates-file.ts'
import type { World } from '../world.ts'

/** Whether a gate is open; where it is not, why, and the command that could open it. */
export type GateAnswer =
  | { readonly kind: 'open' }
  | { readonly kind: 'shut'; readonly why: string; readonly run: string }

/** A piece of work that wants to pass a gate. */
export type GateQuestion = {
  readonly gates: Gates
  readonly loop: Loop
  /** The name of the piece of work, null for that of the project. */
  readonly work: string | null
  /** The log's path below the project. */
  readonly log: string
  /** The events so far; read only where a gate needs them, for a log may be long. */
  history(): Promise<readonly LoggedEvent[]>
  /** The one that is to be appended. */
  readonly event: LoggedEvent
}

/** The folder of the command is the one that holds `.hpp`: every path that an event names counts from there. */
export type GateReach = Pick<
  World,
  'cwd' | 'files' | 'git' | 'evidence' | 'snapshots' | 'signatures' | 'workTrees' | 'clock'
>

export const OPEN: GateAnswer = { kind: 'open' }

export function shut(why: string, run: string): GateAnswer {
  return { kind: 'shut', why, run }
}

/** What names the piece of work in a command. */
export function workFlag(work: string | null): string {
  return work === null ? '' : ` --work ${work}`
}

/** The text that an event carries under a key, or null. */
export function dataText({ data }: LoggedEvent, key: string): string | null {
  const value = data[key]
  return typeof value === 'string' && value !== '' ? value : null
}
