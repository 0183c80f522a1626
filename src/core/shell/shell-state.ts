import type { CompoundList, Function as FunctionNode } from 'unbash'
import { type Span, UNKNOWN, UNKNOWN_WORDS } from './text-marks.ts'

/** What a variable holds: one text with marks, or the elements of an array; nothing where it is not set. */
export type Value = readonly string[]

export type FunctionBody = {
  readonly body: FunctionNode['body'] | CompoundList
  readonly source: string
  readonly fixed: Span | null
  /** Set where this body may not be the one: what the name stands for then, null for a program. */
  readonly otherwise?: FunctionBody | null
}

/**
 * What a shell knows at one point of a text. A fork sees its parent's values and keeps its own changes, so that a
 * subshell is a fork that is dropped and a branch is one that is joined. The parent stands still while a fork is used.
 */
export type ShellState = {
  readonly parent: ShellState | null
  /** A shell of its own: of its parent it sees what was exported, or nothing where it runs elsewhere. */
  readonly border: 'child' | 'remote' | null
  readonly variables: Map<string, Value>
  /** Null is a function that was taken back. */
  readonly functions: Map<string, FunctionBody | null>
  /** An empty text is an alias that was taken back. */
  readonly aliases: Map<string, string>
  /** Variables, and functions as `name()`, that a shell started here sees. */
  readonly exports: Map<string, boolean>
  /** Variables whose values change on their way in (`declare -i`, `-u`) or that stand for others (`-n`): never known. */
  readonly odd: Set<string>
  /** Read-only variables: whether a later assignment counts is not known. */
  readonly frozen: Set<string>
  /** Variables of the function that is being read; true where it had changed the outer one before. */
  readonly locals: Map<string, boolean> | null
  /** `set -a`. */
  exportsAll: boolean
  /** `$1` and on; null where the text set none: those of a script, if any. */
  positional: readonly string[] | null
  /** As in `SimpleCommand.folder`. */
  folder: string | null
  folderStack: readonly (string | null)[]
}

export function newState(): ShellState {
  return {
    parent: null,
    border: null,
    ...noChanges(),
    odd: new Set(),
    frozen: new Set(),
    locals: null,
    exportsAll: false,
    positional: null,
    folder: '',
    folderStack: [],
  }
}

function noChanges(): Pick<ShellState, 'variables' | 'functions' | 'aliases' | 'exports'> {
  return { variables: new Map(), functions: new Map(), aliases: new Map(), exports: new Map() }
}

export function fork(parent: ShellState): ShellState {
  return { ...parent, parent, border: null, ...noChanges() }
}

/** The state of a program's own shell; `positional` begins with `$0`. */
export function childState(
  parent: ShellState,
  border: 'child' | 'remote',
  positional: readonly string[] | null,
): ShellState {
  const [zero, ...others] = positional ?? []
  const child: ShellState = {
    ...fork(parent),
    border,
    odd: new Set(),
    frozen: new Set(),
    locals: null,
    exportsAll: false,
  }
  if (zero !== undefined) child.variables.set('0', [zero])
  child.positional = zero === undefined ? null : others
  if (border === 'remote') child.folder = null
  return child
}

/** A function's own state, and what is left of it behind the call. */
export function callState(parent: ShellState, own: ReadonlyMap<string, Value>, positional: readonly string[]) {
  const state: ShellState = { ...fork(parent), locals: new Map([...own.keys()].map((name) => [name, false])) }
  for (const [name, value] of own) {
    state.variables.set(name, value)
    state.exports.set(name, true)
  }
  state.positional = positional
  return state
}

/** Takes over what a function changed outside of itself. */
export function leaveCall(parent: ShellState, state: ShellState): void {
  for (const [name, value] of state.variables) {
    const local = state.locals?.get(name)
    if (local !== false) parent.variables.set(name, local === true ? [UNKNOWN] : value)
  }
  for (const [name, value] of state.exports) if (!state.locals?.has(name)) parent.exports.set(name, value)
  for (const [name, body] of state.functions) parent.functions.set(name, body)
  for (const [name, body] of state.aliases) parent.aliases.set(name, body)
  parent.exportsAll = state.exportsAll
  parent.folder = state.folder
  parent.folderStack = state.folderStack
}

/** Takes over what forks of `state` did: they all may have run, and where `exhaustive` exactly one of them did. */
export function join(state: ShellState, forks: readonly ShellState[], exhaustive: boolean): void {
  for (const branch of forks) {
    for (const name of branch.variables.keys()) state.variables.set(name, joinedValue(state, forks, name, exhaustive))
    for (const [name, value] of branch.exports) state.exports.set(name, value)
    for (const [name, body] of branch.aliases) if (body !== '') state.aliases.set(name, body)
  }
  joinFunctions(state, forks, exhaustive)
  const outcomes = exhaustive ? forks : [state, ...forks]
  state.exportsAll = outcomes.every((outcome) => outcome.exportsAll)
  const [first] = outcomes
  const isSame = outcomes.every(({ positional }) => positional === first?.positional)
  state.positional = isSame ? (first?.positional ?? null) : UNKNOWN_WORDS
  state.folder = agreed(
    outcomes.map((outcome) => outcome.folder),
    null,
  )
  state.folderStack = agreed(
    outcomes.map((outcome) => outcome.folderStack),
    [],
  )
}

/** A function that a branch made or took back may be the one or not. */
function joinFunctions(state: ShellState, forks: readonly ShellState[], exhaustive: boolean): void {
  const [only] = forks
  const certain = exhaustive && forks.length === 1
  const before = new Map<string, FunctionBody | null>()
  for (const { functions } of forks) {
    for (const [name, body] of functions) {
      if (!before.has(name)) before.set(name, findFunction(state, name) ?? null)
      const otherwise = state.functions.get(name) ?? before.get(name) ?? null
      if (certain || only === undefined) state.functions.set(name, body)
      else if (body === null) state.functions.set(name, otherwise && maybeNone(otherwise))
      else state.functions.set(name, { ...body, otherwise })
    }
  }
}

const ALTERNATIVES_MAX = 8

/** The same, where at last a program may be meant. */
function maybeNone(body: FunctionBody, depth = 0): FunctionBody {
  const { otherwise } = body
  if (otherwise === null || depth > ALTERNATIVES_MAX) return { ...body, otherwise: null }
  return { ...body, otherwise: otherwise === undefined ? null : maybeNone(otherwise, depth + 1) }
}

function joinedValue(state: ShellState, forks: readonly ShellState[], name: string, exhaustive: boolean): Value {
  const outcomes = exhaustive ? forks : [state, ...forks]
  const values = outcomes.map((outcome) => findVariable(outcome, name))
  const first = values[0]
  if (first === undefined) return [UNKNOWN]
  return values.every((value) => value !== undefined && sameValue(value, first)) ? first : [UNKNOWN]
}

export function sameValue(left: Value, right: Value): boolean {
  return left === right || (left.length === right.length && left.every((text, at) => text === right[at]))
}

function agreed<T>(values: readonly T[], otherwise: T): T {
  const first = values[0]
  return first !== undefined && values.every((value) => value === first) ? first : otherwise
}

/** Undefined for a variable that the text did not set, as far as this shell can see. */
export function findVariable(state: ShellState, name: string): Value | undefined {
  let border: ShellState | null = null
  for (let at: ShellState | null = state; at !== null; at = at.parent) {
    const value = at.variables.get(name)
    if (value !== undefined) return border === null || isExported(border, name) ? value : undefined
    if (at.border === 'remote') return undefined
    if (at.border === 'child') border = at.parent
  }
  return undefined
}

/** What the environment of every shell holds from the start: a new value is handed on. */
const ENVIRONMENT: ReadonlySet<string> = new Set('HOME PATH PWD OLDPWD USER LOGNAME SHELL LANG'.split(' '))

function isExported(state: ShellState, name: string): boolean {
  for (let at: ShellState | null = state; at !== null; at = at.parent) {
    const exported = at.exports.get(name)
    if (exported !== undefined) return exported
  }
  return ENVIRONMENT.has(name)
}

export function findFunction(state: ShellState, name: string): FunctionBody | undefined {
  let border: ShellState | null = null
  for (let at: ShellState | null = state; at !== null; at = at.parent) {
    const body = at.functions.get(name)
    if (body !== undefined) return body === null || (border && !isExported(border, `${name}()`)) ? undefined : body
    if (at.border === 'remote') return undefined
    if (at.border === 'child') border = at.parent
  }
  return undefined
}

export function findAlias(state: ShellState, name: string): string | undefined {
  for (let at: ShellState | null = state; at !== null && at.border === null; at = at.parent) {
    const body = at.aliases.get(name)
    if (body !== undefined) return body === '' ? undefined : body
  }
  return undefined
}
