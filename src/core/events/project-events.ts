import { type Loop, nextStepOf, transitionsFrom } from './loop.ts'

/** The state of a piece of work, projected from its events. */
export type Projection = {
  readonly state: string
  readonly eventCount: number
  readonly evidenceCount: number
  readonly nextStep: string
}

export type LoopRefusal = { readonly refused: string; readonly state: string }

/** The event that evidence is recorded by, and the one that needs it: in code, whatever a manifest says (protocol-a 5.3). */
const EVIDENCE = 'evidence_recorded'
const CLOSING = 'verified'

/**
 * Follows events through a loop. Refused, with the state it stands in: an event that the loop does not take there, and
 * `verified` before any evidence.
 */
export function projectEvents(loop: Loop, types: readonly string[]): Projection | LoopRefusal {
  let state = loop.initial
  let evidenceCount = 0
  for (const [at, type] of types.entries()) {
    const next = transitionsFrom(loop, state).find(({ event }) => event === type)
    if (next === undefined) return { refused: `invalid transition at event ${at + 1}: ${state} --${type}--> ?`, state }
    if (type === CLOSING && evidenceCount === 0) {
      return { refused: 'verified requires at least one recorded evidence item', state }
    }
    if (type === EVIDENCE) evidenceCount += 1
    state = next.to
  }
  return { state, eventCount: types.length, evidenceCount, nextStep: nextStepOf(loop, state) }
}
