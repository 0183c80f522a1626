import { baseName } from './base-name.ts'
import { BUILTINS } from './builtins.ts'
import { splitText } from './expand-word.ts'
import type { InnerPart } from './inner-run.ts'
import { movedFolder } from './move-folder.ts'
import { printedSince } from './printed-since.ts'
import { type Call, inputOf, inside, NO_INPUT, type Reader, type Scope } from './reader.ts'
import { RUNNERS } from './runners.ts'
import { isShellName, scriptFields, startFiles } from './shell-runners.ts'
import {
  callState,
  childState,
  type FunctionBody,
  findFunction,
  fork,
  join,
  leaveCall,
  type ShellState,
  type Value,
} from './shell-state.ts'
import type { SimpleCommand } from './simple-command.ts'
import { type Field, globValue, hasMark, showMarks, toWord, UNKNOWN, withoutAssumed } from './text-marks.ts'
import { findWritten, noteWritten, writeOutputs } from './written-files.ts'

const DEPTH_MAX = 200

/** Looks through wrappers and shells, calls functions, lets builtins take effect, and lists what is left. */
export function runCall(reader: Reader, call: Call, scope: Scope): void {
  const name = call.fields[0]
  const written = withoutAssumed(name?.text ?? '')
  const base = programName(written)
  if (name === undefined || name.glob || hasMark(base)) {
    emitCall(reader, call, scope)
    if (reader.files.size > 0) runScript(reader, call, '', scope)
    return
  }
  if (call.inShell && !call.pastFunctions && callFunction(reader, call, written, scope)) return
  const runner = scope.depth < DEPTH_MAX && Object.hasOwn(RUNNERS, base) ? RUNNERS[base] : undefined
  const run = runner?.(call)
  if (run === undefined || run.self || run.parts.length === 0) emitCall(reader, call, scope)
  if (call.inShell && Object.hasOwn(BUILTINS, written)) BUILTINS[written]?.(reader, call, scope)
  if (isShellName(base)) runStartFiles(reader, call, scope)
  if (run === undefined || run.parts.length === 0) runScript(reader, call, base, scope)
  for (const part of run?.parts ?? [])
    runPart(reader, run?.self ? { ...call, redirects: [], outputs: [] } : call, part, scope)
}

const PLAIN_NAME = /^[a-z0-9_-]+$/

/** File systems that fold case run `SUDO` and `sudo.exe` alike. What comes before the last slash may be unknown. */
function programName(written: string): string {
  if (PLAIN_NAME.test(written)) return written
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
  const fields = reader.files.size === 0 ? call.fields : call.fields.map((field) => withContent(reader, field, folder))
  const command: SimpleCommand = {
    words: fields.map((field) => toWord(field, folder)),
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
  noteWritten(reader, call, fields, command)
}

/** A word that names a file which the text wrote itself knows what that file holds. */
function withContent(reader: Reader, field: Field, folder: string | null): Field {
  const { files } = reader
  if (files.size === 0 || field.content !== undefined || field.glob) return field
  const written = findWritten(files, folder, field.text)
  if (written === undefined || !reader.spend((written.text?.length ?? 0) >> 3)) return field
  if (written.text !== null) return { ...field, content: written.text }
  if (written.feed === 'file' || written.feed === null) return field
  return { ...field, written: written.feed === 'download' ? 'download' : 'unknown' }
}

/** The script that a call runs, where the text wrote it itself: `sh f`, `./f`, `bash <(echo text)`. */
function runScript(reader: Reader, call: Call, base: string, scope: Scope): void {
  const script = scriptOf(call, base)
  if (script === null) return
  const [file, ...rest] = script.fields
  const known = file && withContent(reader, file, scope.state.folder)
  const key = `script ${file?.text}`
  if (file === undefined || known?.content === undefined || scope.calls.includes(key)) return
  const calls = [...scope.calls, key]
  const interpreter = script.direct ? /^#!(?!.*sh\b)[ \t]*([^\n]+)/.exec(known.content)?.[1] : undefined
  if (interpreter !== undefined) {
    const words = interpreter.split(/[ \t]+/).map((text) => ({ text, glob: false, span: file.span }))
    const fields = [...words.filter(({ text }) => text !== '' && text !== '-S'), known, ...rest]
    runPart(reader, call, { kind: 'words', nesting: 'script', fields }, { ...scope, calls })
    return
  }
  const positional = [file, ...rest].map(globValue)
  const part = { kind: 'text', nesting: 'script', text: known.content, span: file.span, positional } as const
  runPart(reader, call, { ...part, sameShell: false }, { ...scope, calls })
}

/** `bash --rcfile f -i`, where the text wrote the file itself. */
function runStartFiles(reader: Reader, call: Call, scope: Scope): void {
  for (const file of startFiles(call)) {
    const { content } = withContent(reader, file, scope.state.folder)
    const key = `script ${file.text}`
    if (content === undefined || scope.calls.includes(key)) continue
    const part = { kind: 'text', nesting: 'script', text: content, span: file.span, positional: null } as const
    runPart(reader, call, { ...part, sameShell: false }, { ...scope, calls: [...scope.calls, key] })
  }
}

type Script = { readonly fields: readonly Field[]; readonly direct: boolean }

function scriptOf(call: Call, base: string): Script | null {
  if (isShellName(base)) {
    const fields = scriptFields(call)
    return fields === null ? null : { fields, direct: false }
  }
  return /[/\uE005]/.test(call.fields[0]?.text ?? '') ? { fields: call.fields, direct: true } : null
}

/** A function's body stands for its call; redirections of the call are listed alone. False where a program may be run. */
function callFunction(reader: Reader, call: Call, name: string, scope: Scope): boolean {
  let found: FunctionBody | null | undefined = findFunction(scope.state, name)
  const key = `function ${name}`
  if (found === undefined || scope.calls.includes(key)) return false
  emitCall(reader, { ...call, fields: [] }, scope)
  const before = reader.commands.length
  const calls = [...scope.calls, key]
  const forks: ShellState[] = []
  const alternatives = found.otherwise !== undefined
  for (; found; found = found.otherwise) {
    if (!reader.repeat()) return false
    const state = alternatives ? fork(scope.state) : scope.state
    readBody(reader, call, found, { ...scope, state, calls })
    forks.push(state)
  }
  if (alternatives) join(scope.state, forks, found === undefined)
  if (call.outputs.length > 0) writeOutputs(reader, call.outputs, printedSince(reader, before))
  return found === undefined
}

function readBody(reader: Reader, call: Call, found: FunctionBody, scope: Scope): void {
  const own = new Map(call.assignments.map(({ name, value }): [string, Value] => [name, [value?.text ?? UNKNOWN]]))
  const state = callState(scope.state, own, call.fields.slice(1).map(globValue))
  const inner = inside({ ...scope, source: found.source, fixed: found.fixed }, 'function', state)
  reader.readNode(found.body, { ...inner, ...inputOf(call) })
  leaveCall(scope.state, state)
}

/** What runs below a call sees the call's own assignments. */
function assigned(call: Call, scope: Scope): Scope {
  if (call.assignments.length === 0) return scope
  const state = fork(scope.state)
  for (const { name, value } of call.assignments) {
    state.variables.set(name, [value?.text ?? UNKNOWN])
    state.exports.set(name, true)
  }
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
  const { inShell = false, pastFunctions = false } = part
  reader.runCall({ ...call, ...given, fields: again, assignments, wrappers, inShell, pastFunctions }, inner)
}

type TextPart = Extract<InnerPart, { kind: 'text' }>

function runText(reader: Reader, call: Call, part: TextPart, scope: Scope): void {
  if (part.fault !== undefined) reader.faults.add(part.fault)
  const own = assigned(call, scope)
  const border = part.nesting === 'remote' ? 'remote' : 'child'
  const state = part.sameShell ? own.state : childState(own.state, border, part.positional)
  const input = part.nesting === 'heredoc-to-shell' || part.input === 'none' ? NO_INPUT : inputOf(call)
  const inner = { ...inside(own, part.nesting, state), fixed: part.span, ...input }
  reader.readText(part.text, inner)
}
