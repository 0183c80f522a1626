import type { CompoundList, Function as FunctionNode } from 'unbash'
import { HERE, HOME, type Span, UNKNOWN } from './text-marks.ts'

/** What a variable holds: one text with marks, or the elements of an array. */
export type Value = readonly string[]

export type FunctionBody = {
  readonly body: FunctionNode['body'] | CompoundList
  readonly source: string
  readonly fixed: Span | null
}

/**
 * What a shell knows at one point of a text. A fork sees its parent's values and keeps its own changes, so that a
 * subshell is a fork that is dropped and a branch is one that is joined. The parent stands still while a fork is used.
 */
export type ShellState = {
  readonly parent: ShellState | null
  readonly variables: Map<string, Value>
  readonly functions: Map<string, FunctionBody>
  /** An empty text is an alias that was taken back. */
  readonly aliases: Map<string, string>
  /** `$1` and on; null where they are not known. */
  positional: readonly string[] | null
  /** As in `SimpleCommand.folder`. */
  folder: string | null
  folderStack: readonly (string | null)[]
}

export function newState(): ShellState {
  return {
    parent: null,
    variables: new Map(),
    functions: new Map(),
    aliases: new Map(),
    positional: null,
    folder: '',
    folderStack: [],
  }
}

export function fork(parent: ShellState): ShellState {
  return { ...parent, parent, variables: new Map(), functions: new Map(), aliases: new Map() }
}

/** Takes over what forks of `state` did: they all may have run, and where `exhaustive` exactly one of them did. */
export function join(state: ShellState, forks: readonly ShellState[], exhaustive: boolean): void {
  for (const branch of forks) {
    for (const name of branch.variables.keys()) state.variables.set(name, joinedValue(state, forks, name, exhaustive))
    for (const [name, body] of branch.functions) state.functions.set(name, body)
    for (const [name, body] of branch.aliases) state.aliases.set(name, body)
  }
  const outcomes = exhaustive ? forks : [state, ...forks]
  state.positional = agreed(
    outcomes.map((outcome) => outcome.positional),
    null,
  )
  state.folder = agreed(
    outcomes.map((outcome) => outcome.folder),
    null,
  )
  state.folderStack = agreed(
    outcomes.map((outcome) => outcome.folderStack),
    [],
  )
}

function joinedValue(state: ShellState, forks: readonly ShellState[], name: string, exhaustive: boolean): Value {
  const outcomes = exhaustive ? forks : [state, ...forks]
  const values = outcomes.map((outcome) => findVariable(outcome, name))
  const first = values[0]
  if (first === undefined) return [UNKNOWN]
  return values.every((value) => value !== undefined && sameValue(value, first)) ? first : [UNKNOWN]
}

function sameValue(left: Value, right: Value): boolean {
  return left === right || (left.length === right.length && left.every((text, at) => text === right[at]))
}

function agreed<T>(values: readonly T[], otherwise: T): T {
  const first = values[0]
  return first !== undefined && values.every((value) => value === first) ? first : otherwise
}

export function findVariable(state: ShellState, name: string): Value | undefined {
  for (let at: ShellState | null = state; at !== null; at = at.parent) {
    const value = at.variables.get(name)
    if (value !== undefined) return value
  }
  return undefined
}

export function findFunction(state: ShellState, name: string): FunctionBody | undefined {
  for (let at: ShellState | null = state; at !== null; at = at.parent) {
    const body = at.functions.get(name)
    if (body !== undefined) return body
  }
  return undefined
}

export function findAlias(state: ShellState, name: string): string | undefined {
  for (let at: ShellState | null = state; at !== null; at = at.parent) {
    const body = at.aliases.get(name)
    if (body !== undefined) return body === '' ? undefined : body
  }
  return undefined
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
  return [UNKNOWN]
}

function positionalValue(state: ShellState, number: number): Value {
  return [state.positional === null ? UNKNOWN : (state.positional[number - 1] ?? '')]
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
