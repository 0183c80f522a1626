import { type Loop, type Transition, transitionsFrom } from '../events/loop.ts'
import { type GateName, type Gates, isEnforced } from './gates-file.ts'

const CLOSING = 'verified'

/**
 * What is wrong with a loop under these gates; null where nothing is. Each enforced gate has to be on every way to the
 * end: a loop without it, or with a way around, would open it without a word (protocol-a 17.2, E7). The end is the event
 * `verified`; in a loop without one, a state that nothing leads out of.
 */
export function faultOfLoop(loop: Loop, gates: Gates): string | null {
  const names = Object.keys(gates).filter((name): name is GateName => isEnforced(gates, name))
  const around = names.find((name) => reachesEnd(loop, (step) => step.gate !== name))
  return around === undefined ? null : `the loop has a way to its end that does not pass the enforced gate ${around}`
}

function reachesEnd(loop: Loop, mayPass: (step: Transition) => boolean): boolean {
  const closes = loop.transitions.some(({ event }) => event === CLOSING)
  const reached = new Set([loop.initial])
  // A set grows while it is walked, and the walk sees what was added.
  for (const state of reached) {
    const onward = transitionsFrom(loop, state)
    if (!closes && onward.length === 0) return true
    for (const step of onward.filter(mayPass)) {
      if (step.event === CLOSING) return true
      reached.add(step.to)
    }
  }
  return false
}
