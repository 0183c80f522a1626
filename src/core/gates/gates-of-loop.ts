import { type Loop, type Transition, transitionsFrom } from '../events/loop.ts'
import { type GateName, type Gates, isEnforced } from './gates-file.ts'

const CLOSING = 'verified'

/**
 * What is wrong with a loop under these gates; null where nothing is. Each enforced gate has to be on every way to the
 * end, and `closure` on the last step of each: a loop without one, or with a way around it, would open it without a word
 * (protocol-a 17.2, E7). The end is the event or the state `verified`; in a loop without either, a state that nothing
 * leads out of.
 */
export function faultOfLoop(loop: Loop, gates: Gates): string | null {
  const names = Object.keys(gates).filter((name): name is GateName => isEnforced(gates, name))
  const closes = closingOf(loop)
  const around = names.find((name) => reachesEnd(loop, closes, (step) => step.gate !== name))
  if (around !== undefined) return `the loop has a way to its end that does not pass the enforced gate ${around}`
  const open =
    gates.closure === undefined ? undefined : loop.transitions.find((step) => closes(step) && step.gate !== 'closure')
  return open === undefined
    ? null
    : `the last step ${open.from} --${open.event}--> ${open.to} must have the gate closure`
}

function closingOf(loop: Loop): (step: Transition) => boolean {
  const isNamed = ({ event, to }: Transition) => event === CLOSING || to === CLOSING
  return loop.transitions.some(isNamed) ? isNamed : ({ to }) => transitionsFrom(loop, to).length === 0
}

function reachesEnd(
  loop: Loop,
  closes: (step: Transition) => boolean,
  mayPass: (step: Transition) => boolean,
): boolean {
  const reached = new Set([loop.initial])
  // A set grows while it is walked, and the walk sees what was added.
  for (const state of reached) {
    for (const step of transitionsFrom(loop, state).filter(mayPass)) {
      if (closes(step)) return true
      reached.add(step.to)
    }
  }
  return false
}
