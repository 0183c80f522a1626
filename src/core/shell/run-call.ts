import { baseName } from './base-name.ts'
import { BUILTINS } from './builtins.ts'
import { splitText } from './expand-word.ts'
import type { InnerPart } from './inner-run.ts'
import { movedFolder } from './move-folder.ts'
import { type Call, inputOf, inside, NO_INPUT, type Reader, type Scope } from './reader.ts'
import { RUNNERS } from './runners.ts'
import { isShellName, scriptFields } from './shell-runners.ts'
import { findFunction, fork, type ShellState } from './shell-state.ts'
import type { SimpleCommand } from './simple-command.ts'
import { type Field, hasMark, showMarks, toWord, UNKNOWN, withoutAssumed } from './text-marks.ts'
import { noteWritten, writtenText } from './written-files.ts'

const DEPTH_MAX = 200

/** Looks through wrappers and shells, calls functions, lets builtins take effect, and lists what is left. */
export function runCall(reader: Reader, call: Call, scope: Scope): void {
  const name = call.fields[0]
  const written = withoutAssumed(name?.text ?? '')
  const base = programName(written)
  if (name === undefined || name.glob || hasMark(base)) {
    emitCall(reader, call, scope)
    return
  }
  if (call.inShell && callFunction(reader, call, written, scope)) return
  const runner = scope.depth < DEPTH_MAX && Object.hasOwn(RUNNERS, base) ? RUNNERS[base] : undefined
  const run = runner?.(call)
  if (run === undefined || run.self || run.parts.length === 0) emitCall(reader, call, scope)
  if (call.inShell && Object.hasOwn(BUILTINS, written)) BUILTINS[written]?.(reader, call, scope)
  if (run === undefined || run.parts.length === 0) runScript(reader, call, base, scope)
  for (const part of run?.parts ?? []) runPart(reader, run?.self ? { ...call, redirects: [] } : call, part, scope)
}

/** File systems that fold case run `SUDO` and `sudo.exe` alike. What comes before the last slash may be unknown. */
function programName(written: string): string {
  const path = /^[A-Za-z]:\\/.test(written) ? written.replaceAll('\\', '/') : written
  return baseName(path)
    .toLowerCase()
    .replace(/\.exe$/, '')
}

export function emitCall(reader: Reader, call: Call, scope: Scope): void {
  if (!reader.spend(call.fields.length + 8)) return
  const { folder } = scope.state
  if (call.fields.length === 0 && call.redirects.length === 0 && call.assignments.length === 0) return
  reader.lastStdin = call.stdin
  const command: SimpleCommand = {
    words: call.fields.map((field) => toWord(withContent(reader, field, folder), folder)),
    wrappers: call.wrappers.map((fields) => fields.map((field) => toWord(field, folder))),
    assignments: call.assignments.map(({ name, value }) => ({ name, value: value && toWord(value, folder) })),
    redirects: call.redirects,
    stdin: call.stdin === null ? null : showMarks(call.stdin, folder),
    span: call.span,
    nesting: scope.nesting,
    folder,
    piped: call.piped,
    ...(call.feed === null ? {} : { feed: call.feed }),
  }
  reader.commands.push(command)
  noteWritten(reader.files, command, call.stdin)
}

/** A word that names a file which the text wrote itself knows what that file holds. */
function withContent({ files }: Reader, field: Field, folder: string | null): Field {
  if (files.size === 0 || field.content !== undefined || field.glob || hasMark(field.text)) return field
  const content = writtenText(files, folder, field.text)
  return content === undefined ? field : { ...field, content }
}

/** The script that a call runs, where the text wrote it itself: `sh f`, `./f`, `bash <(echo text)`. */
function runScript(reader: Reader, call: Call, base: string, scope: Scope): void {
  const script = scriptOf(call, base)
  if (script === null) return
  const [file, ...rest] = script.fields
  const known = file && withContent(reader, file, scope.state.folder)
  const key = `script ${file?.text}`
  if (file === undefined || known?.content === undefined || scope.calls.includes(key)) return
  if (script.direct && /^#!(?!.*sh\b)/.test(known.content)) return
  const positional = [file, ...rest].map((field) => field.text)
  const part = { kind: 'text', nesting: 'script', text: known.content, span: file.span, positional } as const
  runPart(reader, call, { ...part, sameShell: false }, { ...scope, calls: [...scope.calls, key] })
}

type Script = { readonly fields: readonly Field[]; readonly direct: boolean }

function scriptOf(call: Call, base: string): Script | null {
  if (isShellName(base)) {
    const fields = scriptFields(call)
    return fields === null ? null : { fields, direct: false }
  }
  return call.fields[0]?.text.includes('/') ? { fields: call.fields, direct: true } : null
}

/** A function's body stands for its call; redirections of the call are listed alone. */
function callFunction(reader: Reader, call: Call, name: string, scope: Scope): boolean {
  const found = findFunction(scope.state, name)
  const key = `function ${name}`
  if (found === undefined || scope.calls.includes(key) || !reader.repeat()) return false
  emitCall(reader, { ...call, fields: [] }, scope)
  const { state } = assigned(call, scope)
  const { positional } = state
  state.positional = call.fields.slice(1).map((field) => field.text)
  const inner = inside({ ...scope, source: found.source, fixed: found.fixed }, 'function', state)
  reader.readNode(found.body, { ...inner, ...inputOf(call), calls: [...scope.calls, key] })
  state.positional = positional
  return true
}

/** What runs below a call sees the call's own assignments. */
function assigned(call: Call, scope: Scope): Scope {
  if (call.assignments.length === 0) return scope
  const state = fork(scope.state)
  for (const { name, value } of call.assignments) state.variables.set(name, [value?.text ?? UNKNOWN])
  return { ...scope, state }
}

function runPart(reader: Reader, call: Call, part: InnerPart, scope: Scope): void {
  if (part.kind === 'text') {
    runText(reader, call, part, scope)
    return
  }
  if (!reader.spend(part.fields.length * 8)) return
  const state = part.folder === undefined ? scope.state : fork(scope.state)
  if (part.folder !== undefined) state.folder = part.folder === null ? null : movedFolder(state.folder, part.folder)
  const inner = inside(scope, part.nesting, state)
  const given = part.input === 'none' ? NO_INPUT : {}
  const fields = part.split === undefined ? part.fields : [...splitText(reader, part.split, inner), ...part.fields]
  const again = part.head === undefined ? fields : [part.head, ...fields]
  const assignments = [...call.assignments, ...(part.assignments ?? [])]
  const wrappers = part.wrapper === undefined ? call.wrappers : [...call.wrappers, part.wrapper]
  const { inShell = false } = part
  reader.runCall({ ...call, ...given, fields: again, assignments, wrappers, inShell }, inner)
}

type TextPart = Extract<InnerPart, { kind: 'text' }>

function runText(reader: Reader, call: Call, part: TextPart, scope: Scope): void {
  const own = assigned(call, scope)
  const state = part.sameShell ? own.state : childState(own.state, part)
  const input = part.nesting === 'heredoc-to-shell' ? NO_INPUT : inputOf(call)
  const inner = { ...inside(own, part.nesting, state), fixed: part.span, ...input }
  reader.readText(part.text, inner)
}

function childState(state: ShellState, part: TextPart): ShellState {
  const child = fork(state)
  const [zero, ...positional] = part.positional ?? []
  if (zero !== undefined) child.variables.set('0', [zero])
  child.positional = zero === undefined ? null : positional
  if (part.nesting === 'remote') child.folder = null
  return child
}
