import { isJsonList, isJsonObject, type JsonValue } from '../codec/json-value.ts'
import type { Fault, Parsed } from '../fault.ts'

/** One step of a loop: in state `from` the event leads to state `to`; the gate is what a person calls the condition. */
export type Transition = { readonly from: string; readonly event: string; readonly to: string; readonly gate: string }

/** The states a piece of work goes through, as a manifest declares them (protocol-a 5.3). */
export type Loop = { readonly initial: string; readonly transitions: readonly Transition[] }

export type LoopFaultCode = 'loop/bad-shape' | 'loop/ambiguous' | 'loop/unreachable'

/** The loop of a project without a manifest. */
export const SHIPPED_LOOP: Loop = {
  initial: 'planned',
  transitions: [
    { from: 'planned', event: 'work_started', to: 'active', gate: 'scope' },
    { from: 'active', event: 'evidence_recorded', to: 'evidenced', gate: 'fresh-evidence' },
    { from: 'evidenced', event: 'check_passed', to: 'checked', gate: 'read-only-checker' },
    { from: 'checked', event: 'human_approved', to: 'approved', gate: 'human' },
    { from: 'approved', event: 'verified', to: 'verified', gate: 'closure' },
  ],
}

const NEXT_STEPS: Readonly<Record<string, string>> = {
  planned: 'start work',
  active: 'record fresh evidence',
  evidenced: 'run read-only checker',
  checked: 'request human gate',
  approved: 'verify closure',
  verified: 'no-op',
}

/** What to do in a state, in words: those of the shipped loop, else the events that the loop takes there. */
export function nextStepOf(loop: Loop, state: string): string {
  if (Object.hasOwn(NEXT_STEPS, state)) return NEXT_STEPS[state] as string
  const events = transitionsFrom(loop, state).map(({ event }) => event)
  return events.length === 0 ? 'no-op' : `record ${events.join(' or ')}`
}

export function transitionsFrom(loop: Loop, state: string): readonly Transition[] {
  return loop.transitions.filter(({ from }) => from === state)
}

/** The transitions on a shortest way from a state to one that nothing leads out of; none where there is no such way. */
export function wayToEnd(loop: Loop, state: string): readonly Transition[] {
  const cameBy = new Map<string, Transition | null>([[state, null]])
  // A map grows while it is walked, nearest states first.
  for (const [at] of cameBy) {
    const onward = transitionsFrom(loop, at)
    if (onward.length === 0) return wayTo(cameBy, at)
    for (const step of onward) if (!cameBy.has(step.to)) cameBy.set(step.to, step)
  }
  return []
}

function wayTo(cameBy: ReadonlyMap<string, Transition | null>, end: string): readonly Transition[] {
  const way: Transition[] = []
  for (let step = cameBy.get(end); step; step = cameBy.get(step.from)) way.unshift(step)
  return way
}

const KEYS = ['from', 'event', 'to', 'gate'] as const

/**
 * The `loop` of a manifest, with every fault. Refused: anything but non-empty texts, two transitions of one state for
 * one event (the original takes the last one silently), and a state that nothing leads to.
 */
export function parseLoop(value: JsonValue | undefined, file: string): Parsed<Loop, LoopFaultCode> {
  const faults: Fault<LoopFaultCode>[] = []
  const bad = (message: string, pointer: string, code: LoopFaultCode = 'loop/bad-shape') =>
    faults.push({ code, message, at: { file, pointer } })
  if (!isJsonObject(value)) {
    bad('the manifest needs an object loop with initial and transitions', '/loop')
    return { ok: false, faults }
  }
  const { initial, transitions } = value
  if (!isName(initial)) bad('loop.initial must be the name of a state', '/loop/initial')
  if (!isJsonList(transitions) || transitions.length === 0) {
    bad('loop.transitions must be a list of at least one transition', '/loop/transitions')
    return { ok: false, faults }
  }
  const read = transitions.map((item, at) => {
    const pointer = `/loop/transitions/${at}`
    if (!isJsonObject(item)) {
      bad('a transition must be an object of from, event, to and gate', pointer)
      return null
    }
    for (const key of KEYS) if (!isName(item[key])) bad(`a transition needs a text ${key}`, `${pointer}/${key}`)
    return item as unknown as Transition // each of its four keys was looked at; others are ignored
  })
  if (faults.length > 0) return { ok: false, faults }
  const loop: Loop = {
    initial: initial as string,
    transitions: read.flatMap((item) =>
      item === null ? [] : [{ from: item.from, event: item.event, to: item.to, gate: item.gate }],
    ),
  }
  faults.push(...doubtsOf(loop, file))
  return faults.length > 0 ? { ok: false, faults } : { ok: true, value: loop }
}

function isName(value: JsonValue | undefined): value is string {
  return typeof value === 'string' && value.trim() !== ''
}

function doubtsOf({ initial, transitions }: Loop, file: string): readonly Fault<LoopFaultCode>[] {
  const reached = new Set([initial])
  // A set grows while it is walked, and the walk sees what was added.
  for (const state of reached) for (const { from, to } of transitions) if (from === state) reached.add(to)
  const seen = new Set<string>()
  return transitions.flatMap(({ from, event }, at): Fault<LoopFaultCode>[] => {
    const place = { file, pointer: `/loop/transitions/${at}` }
    const key = JSON.stringify([from, event])
    const again = seen.has(key)
    seen.add(key)
    if (again) return [{ code: 'loop/ambiguous', message: `two transitions take ${event} in state ${from}`, at: place }]
    if (!reached.has(from))
      return [{ code: 'loop/unreachable', message: `no transition leads to state ${from}`, at: place }]
    return []
  })
}
