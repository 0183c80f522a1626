import type { Harness } from '../../core/harness.ts'
import type { BeforeToolEvent } from '../../core/hook.ts'
import type { LogState } from '../../core/sessions/log-state.ts'
import type { HookWorld } from '../world-hook.ts'

/** One reason against a call. The strictest effect among all of them wins. */
export type Objection = {
  readonly effect: 'deny' | 'ask' | 'warn'
  readonly reason: string
  /** Stands before reasons of the same effect: the command policy names what is wrong with the command itself. */
  readonly leads?: boolean
}

/** Everything a judge of one call may look at. */
export type CallContext = {
  readonly world: HookWorld
  readonly harness: Harness
  readonly event: BeforeToolEvent
  readonly states: readonly LogState[]
  /** Where relative paths of the call resolve. */
  readonly folder: string
}
