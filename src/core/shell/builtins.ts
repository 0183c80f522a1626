import {
  declareNames,
  declareReadonly,
  exportNames,
  forgetUnknown,
  readHiddenIndexes,
  setOptions,
  unsetNames,
} from './declare-names.ts'
import { descriptorOf } from './descriptors.ts'
import { movedFolder } from './move-folder.ts'
import { optionValue, readOptions } from './options.ts'
import { readArithmetic, readHidden } from './read-hidden.ts'
import { type Call, inside, NO_INPUT, type Reader, type Scope } from './reader.ts'
import { childState, findVariable, fork, type ShellState } from './shell-state.ts'
import { forgetForever, hasMany, lateState, outermostState, seenVariables, setVariable } from './shell-variables.ts'
import { DOWNLOAD, type Field, globValue, HOME, UNKNOWN, UNKNOWN_WORDS } from './text-marks.ts'
import { findWritten } from './written-files.ts'

/** What a builtin changes in the shell that runs it. The call itself is listed as well. */
export type Builtin = (reader: Reader, call: Call, scope: Scope) => void

/** One flat table from name to effect. */
export const BUILTINS: Readonly<Record<string, Builtin>> = {
  cd: (_, call, { state }) => enter(state, cdTarget(call, state)),
  pushd: (_, call, { state }) => {
    const before = state.folder
    enter(state, cdTarget(call, state))
    state.folderStack = [...state.folderStack, before].slice(-64)
  },
  popd: (_, call, { state }) => leave(state, call.fields.length === 1),
  export: exportNames,
  declare: declareNames,
  typeset: declareNames,
  local: declareNames,
  readonly: declareReadonly,
  read: forget,
  mapfile: readLinesInto,
  readarray: readLinesInto,
  getopts: forget,
  let: readLet,
  test: readHiddenIndexes,
  '[': readHiddenIndexes,
  wait: readWait,
  printf: setPrinted,
  exec: readExecInput,
  unset: unsetNames,
  set: (_, call, { state }) => setOptions(state, call),
  shift: (_, call, { state }) => {
    const count = call.fields[1]?.text ?? '1'
    const { positional } = state
    const sure =
      positional !== null && /^\d{1,4}$/.test(count) && !hasMany(positional.slice(0, Number(count)), Number(count))
    state.positional = positional === null || sure ? (positional?.slice(Number(count)) ?? null) : UNKNOWN_WORDS
  },
  alias: (_, call, { state }) => {
    for (const field of call.fields.slice(1)) defineAlias(state, field)
  },
  unalias: (_, call, { state }) => {
    for (const name of operands(call)) state.aliases.set(name, '')
  },
  hash: setHash,
  compgen: readCompletion,
  complete: readCompletion,
  trap: setTrap,
  source: readSourced,
  '.': readSourced,
}

function operands(call: Call): readonly string[] {
  return call.fields
    .slice(1)
    .map((field) => field.text)
    .filter((text) => !text.startsWith('-'))
}

/** Null for `cd -`, a place in the stack of `pushd`, and where CDPATH may lead elsewhere. */
function cdTarget(call: Call, state: ShellState): Field | null {
  const rest = call.fields.slice(1)
  const at = rest.findIndex(({ text }) => !/^-[LPe@n]+$/.test(text))
  const target = at >= 0 && rest[at]?.text === '--' ? rest[at + 1] : rest[at]
  if (target === undefined) return call.fields[0] ? { ...call.fields[0], text: HOME, glob: false } : null
  if (!/^\.{0,2}(?:\/|$)/.test(target.text) && hasSearchPath(call, state)) return null
  return target.text === '-' || /^[-+]\d+$/.test(target.text) ? null : target
}

function hasSearchPath({ assignments }: Call, state: ShellState): boolean {
  if (assignments.some(({ name }) => name === 'CDPATH')) return true
  return (findVariable(state, 'CDPATH')?.[0] ?? '') !== ''
}

function enter(state: ShellState, target: Field | null): void {
  state.folder = target === null ? null : movedFolder(state.folder, target)
}

function leave(state: ShellState, plain: boolean): void {
  const stack = state.folderStack
  state.folder = plain && stack.length > 0 ? (stack[stack.length - 1] ?? null) : null
  state.folderStack = stack.slice(0, -1)
}

/** The variable of `name`, `name=…` and `name[…]`. */
function nameOf(text: string): string {
  return /^\w*/.exec(text)?.[0] ?? ''
}

function forget(reader: Reader, call: Call, scope: Scope): void {
  readHiddenIndexes(reader, call, scope)
  const value = call.feed === 'download' ? DOWNLOAD : UNKNOWN
  const names = operands(call)
  for (const name of names.length === 0 ? ['REPLY', 'MAPFILE'] : names) {
    setVariable(scope.state, nameOf(name), [value])
    forgetUnknown(reader, name, scope)
  }
}

/** `printf -v NAME`, `printf -vNAME`. */
function setPrinted(reader: Reader, call: Call, scope: Scope): void {
  const option = call.fields[1]?.text ?? ''
  if (!option.startsWith('-v')) return
  const name = option === '-v' ? (call.fields[2]?.text ?? '') : option.slice(2)
  readHiddenIndexes(reader, call, scope)
  setVariable(scope.state, nameOf(name), [UNKNOWN])
  forgetUnknown(reader, name, scope)
}

/** `exec <<< text`: a shell that is called later reads it. */
function readExecInput(reader: Reader, call: Call, scope: Scope): void {
  if (call.fields.length > 1 || call.stdin === null || call.redirects.length === 0) return
  const inner = inside(scope, 'heredoc-to-shell', childState(scope.state, 'child', null))
  reader.readText(call.stdin, { ...inner, ...NO_INPUT, fixed: call.span })
}

/** `wait -p NAME`. */
function readWait(reader: Reader, call: Call, scope: Scope): void {
  if (call.fields.some(({ text }) => text.startsWith('-'))) forget(reader, call, scope)
}

/** `mapfile -C TEXT` runs a text with the number and the line behind it. */
function readLinesInto(reader: Reader, call: Call, scope: Scope): void {
  forget(reader, call, scope)
  const { options } = readOptions(call.fields.slice(1), { values: 'dnOsuCc' })
  const callback = optionValue(options, '-C')
  if (callback === null) return
  const inner = { ...inside(scope, 'eval', scope.state), fixed: callback.span }
  reader.readText(`${callback.text} ${UNKNOWN} ${UNKNOWN}`, inner)
}

/** `compgen -C TEXT` runs a text, `-W TEXT` expands one. */
function readCompletion(reader: Reader, call: Call, scope: Scope): void {
  const { options } = readOptions(call.fields.slice(1), { values: 'AoGWFCXPSV', mixed: true })
  for (const { name, value } of options) {
    if (value === null) continue
    const inner = { ...inside(scope, 'eval', fork(scope.state)), fixed: value.span }
    if (name === '-W') readHidden(reader, value.text, scope, value.span)
    if (name === '-C' || name === '-F') reader.readText(value.text, inner)
  }
}

function readLet(reader: Reader, call: Call, scope: Scope): void {
  for (const field of call.fields.slice(1)) {
    readHidden(reader, field.text, scope, field.span)
    readArithmetic(reader, field.text, scope, field.span)
    setVariable(scope.state, nameOf(field.text), [UNKNOWN])
  }
}

/** `hash -p PATH NAME` makes a name stand for another program. */
function setHash(_: Reader, call: Call, { state }: Scope): void {
  const { options, operands: names } = readOptions(call.fields.slice(1), { values: 'p' })
  const path = optionValue(options, '-p')
  for (const { text } of path === null ? [] : names) state.aliases.set(text, path?.text ?? '')
}

function defineAlias(state: ShellState, field: Field): void {
  const equals = field.text.indexOf('=')
  if (equals > 0) state.aliases.set(field.text.slice(0, equals), field.text.slice(equals + 1))
}

/** `source` of a text that is known: `<(echo text)`, `/dev/stdin` with a here-string. */
function readSourced(reader: Reader, call: Call, scope: Scope): void {
  const file = call.fields[call.fields[1]?.text === '--' ? 2 : 1]
  const written = file && findWritten(reader.files, scope.state.folder, file.text)
  const text = file?.content ?? written?.text ?? (file && descriptorOf(file.text) === 0 ? call.stdin : null)
  if (file === undefined || text === null) return
  const { state } = scope
  const { positional } = state
  const rest = call.fields.slice(call.fields.indexOf(file) + 1)
  if (rest.length > 0) state.positional = rest.map(globValue)
  reader.readText(text, { ...inside(scope, 'eval', state), fixed: file.span })
  if (rest.length > 0) state.positional = positional
}

/** A trap's body runs at an end that the text does not show: it is read last, so that it sees later functions. */
function setTrap(reader: Reader, call: Call, scope: Scope): void {
  const rest = call.fields.slice(call.fields[1]?.text === '--' ? 2 : 1)
  const body = rest[0]
  if (body === undefined || rest.length < 2 || /^-/.test(body.text) || body.text === '') return
  const { text, span } = body
  // Where it may run at any time, so may what it assigns.
  if (rest.slice(1).some((signal) => !/^(?:EXIT|0)$/i.test(signal.text))) forgetForever(scope.state, text)
  const { state } = scope
  const read = (seen: ShellState) => reader.readText(text, { ...inside(scope, 'trap', seen), fixed: span })
  if (outermostState(state) === state) {
    reader.later.push(() => read(state))
    return
  }
  if (!reader.spend(1)) return
  // In a branch, a function or a subshell: which state it ends with is not followed.
  const seen = seenVariables(state)
  if (reader.spend(seen.size * 4)) reader.later.push(() => read(lateState(state, seen)))
}
