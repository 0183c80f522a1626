import { type Loop, nextStepOf } from './loop.ts'

/** Where a piece of work stands after some events. */
export type Standing = { readonly state: string; readonly eventCount: number; readonly evidenceCount: number }

/** The state of a piece of work, projected from its events. */
export type Projection = Standing & {
  readonly nextStep: string
  /** The gate of the last event that was followed; null where there was none. */
  readonly gate: string | null
}

export type LoopRefusal = { readonly refused: string; readonly state: string }

/** The event that evidence is recorded by, and the one that needs it: in code, whatever a manifest says (protocol-a 5.3). */
const EVIDENCE = 'evidence_recorded'
const CLOSING = 'verified'

/**
 * Follows events through a loop, from its start or from where it stood. Refused, with the state it stands in: an event that the loop does not take there, and
 * `verified` before any evidence.
 */
export function projectEvents(loop: Loop, types: readonly string[], from?: Standing): Projection | LoopRefusal {
  let { state, eventCount, evidenceCount } = from ?? { state: loop.initial, eventCount: 0, evidenceCount: 0 }
  let gate: string | null = null
  for (const type of types) {
    eventCount += 1
    const next = loop.transitions.find((step) => step.from === state && step.event === type)
    if (next === undefined)
      return { refused: `invalid transition at event ${eventCount}: ${state} --${type}--> ?`, state }
    if (type === CLOSING && evidenceCount === 0) {
      return { refused: 'verified requires at least one recorded evidence item', state }
    }
    if (type === EVIDENCE) evidenceCount += 1
    state = next.to
    gate = next.gate
  }
  return { state, eventCount, evidenceCount, nextStep: nextStepOf(loop, state), gate }
}
