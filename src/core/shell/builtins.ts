import { movedFolder } from './move-folder.ts'
import { type Call, inside, type Reader, type Scope } from './reader.ts'
import { findVariable, type ShellState } from './shell-state.ts'
import { DOWNLOAD, type Field, HOME, UNKNOWN } from './text-marks.ts'
import { writtenText } from './written-files.ts'

/** What a builtin changes in the shell that runs it. The call itself is listed as well. */
export type Builtin = (reader: Reader, call: Call, scope: Scope) => void

/** One flat table from name to effect. */
export const BUILTINS: Readonly<Record<string, Builtin>> = {
  cd: (_, call, { state }) => enter(state, cdTarget(call)),
  pushd: (_, call, { state }) => {
    const before = state.folder
    enter(state, cdTarget(call))
    state.folderStack = [...state.folderStack, before].slice(-64)
  },
  popd: (_, call, { state }) => leave(state, call.fields.length === 1),
  export: declare,
  declare: declareName,
  typeset: declareName,
  local: declareName,
  readonly: declare,
  read: forget,
  mapfile: forget,
  readarray: forget,
  getopts: forget,
  let: forgetAssignments,
  printf: (_, call, { state }) => {
    if (call.fields[1]?.text === '-v') state.variables.set(call.fields[2]?.text ?? '', [UNKNOWN])
  },
  unset: (_, call, { state }) => {
    for (const name of operands(call)) state.variables.set(name, [''])
  },
  set: (_, call, { state }) => setPositional(state, call),
  shift: (_, call, { state }) => {
    const count = call.fields[1]?.text ?? '1'
    state.positional = /^\d{1,4}$/.test(count) ? (state.positional?.slice(Number(count)) ?? null) : null
  },
  alias: (_, call, { state }) => {
    for (const field of call.fields.slice(1)) defineAlias(state, field)
  },
  unalias: (_, call, { state }) => {
    for (const name of operands(call)) state.aliases.set(name, '')
  },
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

/** Null for `cd -` and a place in the stack of `pushd`. */
function cdTarget(call: Call): Field | null {
  const rest = call.fields.slice(1)
  const at = rest.findIndex(({ text }) => !/^-[LPe@n]+$/.test(text))
  const target = at >= 0 && rest[at]?.text === '--' ? rest[at + 1] : rest[at]
  if (target === undefined) return call.fields[0] ? { ...call.fields[0], text: HOME, glob: false } : null
  return target.text === '-' || /^[-+]\d+$/.test(target.text) ? null : target
}

function enter(state: ShellState, target: Field | null): void {
  state.folder = target === null ? null : movedFolder(state.folder, target)
}

function leave(state: ShellState, plain: boolean): void {
  const stack = state.folderStack
  state.folder = plain && stack.length > 0 ? (stack[stack.length - 1] ?? null) : null
  state.folderStack = stack.slice(0, -1)
}

const DECLARATION = /^([A-Za-z_]\w*)(\+?)=([\s\S]*)$/

function declare(_: Reader, call: Call, { state }: Scope): void {
  for (const field of call.fields.slice(1)) {
    const match = DECLARATION.exec(field.text)
    if (match === null) continue
    const [name = '', append = '', text = ''] = match.slice(1)
    const before = append === '' ? '' : (findVariable(state, name)?.[0] ?? UNKNOWN)
    state.variables.set(name, [before + text])
  }
}

/** `declare -n a=b`: what is written to one shows in the other. */
function declareName(reader: Reader, call: Call, scope: Scope): void {
  declare(reader, call, scope)
  if (!call.fields.slice(1).some(({ text }) => /^-[a-zA-Z]*n/.test(text))) return
  for (const text of operands(call)) scope.state.variables.set(/^\w*/.exec(text)?.[0] ?? '', [UNKNOWN])
}

function forget(_: Reader, call: Call, { state }: Scope): void {
  const value = call.feed === 'download' ? DOWNLOAD : UNKNOWN
  for (const name of operands(call)) state.variables.set(name, [value])
}

function forgetAssignments(_: Reader, call: Call, { state }: Scope): void {
  for (const name of operands(call)) state.variables.set(/^\w*/.exec(name)?.[0] ?? '', [UNKNOWN])
}

function setPositional(state: ShellState, call: Call): void {
  const rest = call.fields.slice(1).map((field) => field.text)
  const end = rest.indexOf('--')
  if (end >= 0) state.positional = rest.slice(end + 1)
  else if (rest[0] !== undefined && !/^[-+]/.test(rest[0])) state.positional = rest
}

function defineAlias(state: ShellState, field: Field): void {
  const equals = field.text.indexOf('=')
  if (equals > 0) state.aliases.set(field.text.slice(0, equals), field.text.slice(equals + 1))
}

/** `source` of a text that is known: `<(echo text)`, `/dev/stdin` with a here-string. */
function readSourced(reader: Reader, call: Call, scope: Scope): void {
  const file = call.fields[call.fields[1]?.text === '--' ? 2 : 1]
  const written = file && writtenText(reader.files, scope.state.folder, file.text)
  const text = file?.content ?? written ?? (file && /^\/dev\/(?:stdin|fd\/0)$/.test(file.text) ? call.stdin : null)
  if (file && text !== null) reader.readText(text, { ...inside(scope, 'eval', scope.state), fixed: file.span })
}

/** A trap's body runs at an end that the text does not show: it is read last, so that it sees later functions. */
function setTrap(reader: Reader, call: Call, scope: Scope): void {
  const rest = call.fields.slice(call.fields[1]?.text === '--' ? 2 : 1)
  const body = rest[0]
  if (body === undefined || rest.length < 2 || /^-/.test(body.text) || body.text === '') return
  const { text, span } = body
  reader.later.push(() => reader.readText(text, { ...inside(scope, 'trap', scope.state), fixed: span }))
}
