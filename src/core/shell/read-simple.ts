import type { Command, HereDoc, Redirection } from 'unbash'
import { descriptorOf, isConnection } from './descriptors.ts'
import { expandBody, expandJoined, expandWord } from './expand-word.ts'
import { type Assigned, readAssignment } from './read-assignment.ts'
import { readFed } from './read-fed.ts'
import { type Input, inputOf, inside, NO_INPUT, type Reader, type Scope, spanOf } from './reader.ts'
import { findAlias, findVariable, fork, join } from './shell-state.ts'
import { declareVariable, setVariable } from './shell-variables.ts'
import type { Feed, Redirect } from './simple-command.ts'
import { DOWNLOAD, type Field, toWord, UNKNOWN } from './text-marks.ts'
import type { Output, Written } from './written.ts'
import { filePath, findWritten, writeFile } from './written-files.ts'

/** Reads one simple command: its words, assignments and redirections, then what it runs in turn. */
export function readSimple(reader: Reader, node: Command, scope: Scope): void {
  const aliased = aliasedText(reader, node, scope)
  if (aliased === null) {
    readCommand(reader, node, scope)
    return
  }
  // In scripts aliases are off by default, but `zsh`, `sh` and interactive shells use them: either may be run.
  const plain = fork(scope.state)
  const other = fork(scope.state)
  readCommand(reader, node, { ...scope, state: plain })
  const calls = [...scope.calls, aliased.key]
  reader.readText(aliased.text, { ...inside(scope, 'alias', other), fixed: spanOf(scope, node), calls })
  join(scope.state, [plain, other], true)
}

function readCommand(reader: Reader, node: Command, scope: Scope): void {
  const { redirects, input, outputs } = readRedirects(reader, node.redirects, scope)
  const declared: Assigned[] = []
  const words = node.name === undefined ? [] : [...expandWord(reader, node.name, scope)]
  for (const arg of node.args) {
    if (arg.type === 'Word') words.push(...expandWord(reader, arg, scope))
    else {
      const assignment = readAssignment(reader, arg, scope)
      declared.push(assignment)
      words.push({
        text: `${assignment.name}=${assignment.field?.text ?? UNKNOWN}`,
        glob: false,
        span: spanOf(scope, arg),
      })
    }
  }
  const prefix = readPrefix(reader, node, scope, words.length === 0)
  const assignments = prefix.map(({ name, field }) => ({ name, value: field }))
  const span = spanOf(scope, node)
  const before = reader.commands.length
  reader.runCall({ fields: words, assignments, redirects, outputs, ...input, span, wrappers: [], inShell: true }, scope)
  const lost = scope.state.locals === null && words[0]?.text === 'local'
  for (const { name, value } of declared) declareVariable(scope.state, name, lost ? [UNKNOWN] : value)
  if (prefix.length > 0 && SPECIAL.test(words[0]?.text ?? '')) forgetPrefix(prefix, scope)
  readFed(reader, { node, before }, scope)
}

/** Builtins behind which such assignments stay in `sh`, and not in `bash`. */
const SPECIAL = /^(?::|\.|eval|exec|export|readonly|set|shift|source|times|trap|unset)$/

function forgetPrefix(prefix: readonly Assigned[], { state }: Scope): void {
  for (const { name } of prefix) if (findVariable(state, name) !== undefined) setVariable(state, name, [UNKNOWN])
}

/** Assignments in front of a command hold for it alone; without a command they stay. */
function readPrefix(reader: Reader, node: Command, scope: Scope, stay: boolean): readonly Assigned[] {
  if (node.prefix.length === 0) return []
  const inner = stay ? scope : { ...scope, state: fork(scope.state) }
  const done: Assigned[] = []
  for (const part of node.prefix) {
    if (part.type !== 'Assignment') continue
    const assignment = readAssignment(reader, part, inner)
    setVariable(inner.state, assignment.name, assignment.value)
    done.push(assignment)
  }
  return done
}

type Aliased = { readonly text: string; readonly key: string }

/** The command with its alias in place, or null where it has none. */
function aliasedText(reader: Reader, node: Command, scope: Scope): Aliased | null {
  const name = node.name
  if (name === undefined || name.text !== name.value) return null
  const key = `alias ${name.value}`
  const body = findAlias(scope.state, name.value)
  if (body === undefined || scope.calls.includes(key) || !reader.repeat()) return null
  const before = scope.source.slice(node.pos, name.pos)
  const after = /[ \t]$/.test(body) ? aliasedNext(node, scope) : scope.source.slice(name.end, node.end)
  return { text: `${before}${body}${after}`, key }
}

/** An alias that ends in a blank: the word behind it may be one too. */
function aliasedNext({ name, args, end }: Command, { state, source }: Scope): string {
  const [next] = args
  const from = name?.end ?? end
  const body = next?.type === 'Word' && next.text === next.value ? findAlias(state, next.value) : undefined
  if (next === undefined || body === undefined) return source.slice(from, end)
  return source.slice(from, next.pos) + body + source.slice(next.end, end)
}

export type ReadRedirects = {
  readonly redirects: readonly Redirect[]
  readonly input: Input
  readonly outputs: readonly Output[]
}

const NOTHING: readonly never[] = []

/** Redirections, what they leave of the standard input, and the files that the output goes to. */
export function readRedirects(reader: Reader, nodes: readonly Redirection[], scope: Scope): ReadRedirects {
  if (nodes.length === 0) return { redirects: NOTHING, input: inputOf(scope), outputs: NOTHING }
  const redirects: Redirect[] = []
  const outputs: Output[] = []
  let input = inputOf(scope)
  for (const node of nodes) {
    const { operator } = node
    const target = node.type === 'HereDoc' ? undefined : node.target
    const field = target === undefined ? null : expandJoined(reader, target, scope, 'redirect')
    redirects.push({ operator, target: field && toWord(field, scope.state.folder), span: spanOf(scope, node) })
    if (node.descriptor?.type === 'FileDescriptorVariable') setVariable(scope.state, node.descriptor.name, [UNKNOWN])
    const text = node.type === 'HereDoc' ? bodyText(reader, node, scope) : null
    const given = node.type === 'HereString' ? `${field?.text ?? ''}\n` : text
    const number = descriptorNumber(node)
    if (isReadable(node, field, number)) {
      const read = given === null ? targetInput(reader, node, field, { ...scope, ...input }) : givenInput(given)
      if (number === 0) input = read
      else if (number !== null) writeFile(reader, `/dev/fd/${number}`, { text: read.stdin, feed: read.feed })
    }
    const output = field === null ? null : outputOf(reader, node, field, number, scope)
    if (output !== null) outputs.push(output)
  }
  return { redirects, input, outputs }
}

function givenInput(stdin: string): Input {
  return { stdin, piped: false, feed: null }
}

/** The descriptor that is redirected; null for one that a variable names. */
function descriptorNumber({ descriptor, operator, type }: Redirection): number | null {
  if (descriptor?.type === 'FileDescriptor') return descriptor.value
  if (descriptor !== undefined) return null
  return operator.startsWith('<') || type !== 'Redirect' ? 0 : 1
}

/** `0>&1` is the same as `0<&1`; a connection is read by whoever writes to it. */
function isReadable(node: Redirection, field: Field | null, number: number | null): boolean {
  if (node.operator.startsWith('<') || node.type !== 'Redirect') return true
  return (number === 0 && node.operator === '>&') || (field !== null && isConnection(field.text))
}

/** What a redirection reads: a file that the command line wrote, another descriptor, or something not known. */
function targetInput(reader: Reader, { operator }: Redirection, field: Field | null, scope: Scope): Input {
  if (field === null) return NO_INPUT
  const number = operator.endsWith('&') ? /^(\d{1,4})-?$/.exec(field.text)?.[1] : undefined
  const descriptor = number === undefined ? descriptorOf(field.text) : Number(number)
  if (descriptor === 0) return inputOf(scope)
  if (field.content !== undefined) return givenInput(field.content)
  const written = number === undefined ? writtenInput(reader, field, scope) : reader.files.get(`/dev/fd/${number}`)
  if (written !== undefined) return { stdin: written.text, piped: false, feed: written.feed }
  const feed = descriptor === null ? redirectFeed(field.text) : 'program'
  return { stdin: null, piped: false, feed }
}

function writtenInput({ files }: Reader, { text, glob }: Field, { state }: Scope): Written | undefined {
  return glob ? undefined : findWritten(files, state.folder, text)
}

const WRITES = /^(?:&?>>?|>\||>&|<>)$/

/** The file that the output goes to. Another descriptor is opened to write to it later. */
function outputOf(
  reader: Reader,
  { operator }: Redirection,
  field: Field,
  number: number | null,
  { state }: Scope,
): Output | null {
  if (field.glob || number === 0 || number === 2 || number === null || !WRITES.test(operator)) return null
  const copied = operator === '>&' ? /^(\d{1,4})-?$/.exec(field.text)?.[1] : undefined
  const path = copied === undefined ? filePath(state.folder, field.text) : (reader.opened.get(Number(copied)) ?? null)
  if (path === null || path.startsWith('/dev/')) return null
  const appends = operator.endsWith('>>') || copied !== undefined
  if (number === 1) return { path, appends }
  reader.opened.set(number, path)
  if (!appends) writeFile(reader, path, { text: '', feed: null })
  return null
}

/** `< file`, or `< <(program)`. */
function redirectFeed(target: string): Feed | null {
  if (target.includes(DOWNLOAD) || isConnection(target)) return 'download'
  if (target.startsWith('/dev/fd/')) return 'program'
  return /^\/dev\/(?:null|tty)$|^\d+-?$|^-$/.test(target) ? null : 'file'
}

function bodyText(reader: Reader, node: HereDoc, scope: Scope): string {
  const text = expandedBody(reader, node, scope)
  return node.operator === '<<-' ? text.replace(/^\t+/gm, '') : text
}

function expandedBody(reader: Reader, node: HereDoc, scope: Scope): string {
  const { body, delimiter } = node
  if (delimiter?.quoted) return body.text
  if (!reader.spend(body.text.length)) return UNKNOWN
  if (body.parts === undefined)
    return body.text.replace(/\\([\\$`\n])/g, (_, char: string) => (char === '\n' ? '' : char))
  return expandBody(reader, body.parts, scope)
}
