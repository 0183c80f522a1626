import { findVariable, fork, type ShellState, sameValue, type Value } from './shell-state.ts'
import { HERE, HOME, MANY, PROCESS, UNKNOWN, UNKNOWN_WORDS } from './text-marks.ts'

export function setVariable(state: ShellState, name: string, value: Value): void {
  declareVariable(state, name, state.frozen.size > 0 && state.frozen.has(name) ? [UNKNOWN] : value)
}

/** The same for a declaration, which may be the one that makes the variable read-only. */
export function declareVariable(state: ShellState, name: string, value: Value): void {
  state.variables.set(name, state.odd.size > 0 && state.odd.has(name) ? [UNKNOWN] : value)
  if (state.exportsAll) state.exports.set(name, true)
}

/** The variables that a state sees of its own shell. */
export function seenVariables(state: ShellState): ReadonlyMap<string, Value> {
  const seen = new Map<string, Value>()
  for (let at: ShellState | null = state; at !== null; at = at.border === null ? at.parent : null) {
    for (const [name, value] of at.variables) if (!seen.has(name)) seen.set(name, value)
  }
  return seen
}

/** The state that a text begins with, or a shell of its own. */
export function outermostState(state: ShellState): ShellState {
  let at = state
  while (at.parent !== null && at.border === null) at = at.parent
  return at
}

/** A state for a text that is read late: what has changed since it was set, or is not the same outside, is not known. */
export function lateState(state: ShellState, before: ReadonlyMap<string, Value>): ShellState {
  const late = fork(state)
  const outer = outermostState(state)
  if (outer.folder !== state.folder) late.folder = null
  for (const name of new Set([...before.keys(), ...outer.variables.keys()])) {
    const values = [before.get(name), findVariable(state, name), findVariable(outer, name)]
    const [first] = values
    const isSame = values.every((value) => value !== undefined && first !== undefined && sameValue(value, first))
    if (!isSame) late.variables.set(name, [UNKNOWN])
  }
  return late
}

/** A name that is not known was set: it may be that of any variable. Returns how many were forgotten. */
export function forgetVariables(state: ShellState): number {
  let count = 0
  for (let at: ShellState | null = state; at !== null; at = at.parent) {
    for (const name of at.variables.keys()) state.variables.set(name, [UNKNOWN])
    count += at.variables.size
  }
  return count
}

/** From here on the value is never known. */
export function setOdd(state: ShellState, name: string): void {
  if (name === '') return
  state.odd.add(name)
  state.variables.set(name, [UNKNOWN])
}

/** A variable of the function that is being read: it hides the outer one, and begins empty. */
export function makeLocal(state: ShellState, name: string): void {
  const { locals } = state
  if (locals === null || locals.has(name)) return
  let changed = false
  for (let at: ShellState | null = state; at !== null && at.locals === locals; at = at.parent) {
    changed ||= at.variables.has(name)
  }
  locals.set(name, changed)
  setVariable(state, name, [])
}

/** The value of a parameter. What the text did not set is not known, but for the few that a shell sets itself. */
export function parameterValue(state: ShellState, name: string): Value {
  if (name === '@' || name === '*') return state.positional ?? [UNKNOWN]
  if (name >= '1' && name <= '9999' && /^\d+$/.test(name)) return positionalValue(state, Number(name))
  const value = findVariable(state, name)
  if (value !== undefined) return value
  if (name === 'HOME') return [HOME]
  if (name === 'IFS') return [' \t\n']
  if (name === 'PWD') return [hereValue(state)]
  if (name === '$') return [processValue(state)]
  return [UNKNOWN]
}

/** Another shell has another number. */
function processValue(state: ShellState): string {
  let at: ShellState | null = state
  while (at !== null && at.border === null) at = at.parent
  return at === null ? PROCESS : UNKNOWN
}

function positionalValue(state: ShellState, number: number): Value {
  if (state.positional === null || hasMany(state.positional, number - 1)) return [UNKNOWN]
  return state.positional.slice(number - 1, number)
}

/** Whether the place of the item behind the first `count` is not sure. */
export function hasMany(items: Value, count: number): boolean {
  const known = firstMany.get(items)
  const first = known ?? items.findIndex((item) => item.includes(MANY))
  if (known === undefined) firstMany.set(items, first)
  return first >= 0 && first < count
}

/** Long lists are asked often. */
const firstMany = new WeakMap<Value, number>()

/** Whether the text, or the shell itself, says what the parameter holds or that it is not set. */
export function isSettled(state: ShellState, name: string): boolean {
  if (/^[1-9@*]/.test(name)) return state.positional !== null
  return name === 'HOME' || name === 'IFS' || name === 'PWD' || findVariable(state, name) !== undefined
}

/** The working folder as a text. */
export function hereValue(state: ShellState): string {
  if (state.folder === '') return HERE
  return state.folder?.startsWith('/') ? state.folder : UNKNOWN
}

const ASSIGNED = /([A-Za-z_]\w*)(?:\[[^\]\n]{0,80}\])?(?:\+\+|--|(?:<<|>>|[-+*/%&|^])?=)/g

/** Forgets every variable that a piece of text assigns: a loop may come round with another value, arithmetic is not computed. */
export function forgetAssigned(state: ShellState, text: string): void {
  for (const match of text.matchAll(ASSIGNED)) {
    const name = match[1] ?? ''
    if (findVariable(state, name) !== undefined) state.variables.set(name, [UNKNOWN])
  }
}

/** Forgets what a text assigns that may run at any time from here on. */
export function forgetForever(state: ShellState, text: string): void {
  for (const match of text.matchAll(ASSIGNED)) setOdd(state, match[1] ?? '')
}

/** A loop's state as its body begins: it may come round again. */
export function loopState(state: ShellState, text: string): ShellState {
  const loop = fork(state)
  forgetAssigned(loop, text)
  if (/\b(?:shift|set)\b/.test(text)) loop.positional = UNKNOWN_WORDS
  return loop
}
