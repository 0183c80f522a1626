import type { Command, HereDoc, Redirection } from 'unbash'
import { expandBody, expandJoined, expandWord } from './expand-word.ts'
import { type Assigned, readAssignment } from './read-assignment.ts'
import { readFed } from './read-fed.ts'
import { type Input, inputOf, inside, type Reader, type Scope, spanOf } from './reader.ts'
import { findAlias, findVariable, fork, join } from './shell-state.ts'
import { declareVariable, setVariable } from './shell-variables.ts'
import type { Feed, Redirect } from './simple-command.ts'
import { DOWNLOAD, type Field, toWord, UNKNOWN } from './text-marks.ts'
import { writeFile, writtenText } from './written-files.ts'

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
  const { redirects, input } = readRedirects(reader, node.redirects, scope)
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
  reader.runCall({ fields: words, assignments, redirects, ...input, span, wrappers: [], inShell: true }, scope)
  const lost = scope.state.locals === null && words[0]?.text === 'local'
  for (const { name, value } of declared) declareVariable(scope.state, name, lost ? [UNKNOWN] : value)
  if (prefix.length > 0 && SPECIAL.test(words[0]?.text ?? '')) forgetPrefix(prefix, scope)
  readFed(reader, node, reader.commands[before], scope)
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

export type ReadRedirects = { readonly redirects: readonly Redirect[]; readonly input: Input }

/** Redirections, and what they leave of the standard input. */
export function readRedirects(reader: Reader, nodes: readonly Redirection[], scope: Scope): ReadRedirects {
  const redirects: Redirect[] = []
  let input = inputOf(scope)
  for (const node of nodes) {
    const { operator } = node
    const target = node.type === 'HereDoc' ? undefined : node.target
    const field = target === undefined ? null : expandJoined(reader, target, scope, 'redirect')
    redirects.push({ operator, target: field && toWord(field, scope.state.folder), span: spanOf(scope, node) })
    const text = node.type === 'HereDoc' ? bodyText(reader, node, scope) : null
    const given = node.type === 'HereString' ? `${field?.text ?? ''}\n` : text
    noteDescriptor(reader, node, given)
    if (node.descriptor?.type === 'FileDescriptorVariable') setVariable(scope.state, node.descriptor.name, [UNKNOWN])
    if (!readsInput(node)) continue
    const stdin = given ?? (field === null ? null : fileInput(reader, operator, field, scope))
    input = { stdin, piped: false, feed: stdin === null && field !== null ? redirectFeed(field.text) : null }
  }
  return { redirects, input }
}

/** What another descriptor than the standard input reads is a file to `/dev/fd/3` and `<&3`. */
function noteDescriptor({ files }: Reader, { descriptor }: Redirection, text: string | null): void {
  if (text === null || descriptor?.type !== 'FileDescriptor' || descriptor.value === 0) return
  writeFile(files, `/dev/fd/${descriptor.value}`, text)
}

/** The text of a file that the command line wrote, or of a descriptor that it opened. */
function fileInput({ files }: Reader, operator: string, field: Field, { state }: Scope): string | null {
  if (operator === '<')
    return field.glob ? null : (field.content ?? writtenText(files, state.folder, field.text) ?? null)
  const number = operator === '<&' ? /^(\d+)-?$/.exec(field.text)?.[1] : undefined
  return number === undefined ? null : (writtenText(files, '', `/dev/fd/${number}`) ?? null)
}

/** `< file`, or `< <(program)`. */
function redirectFeed(target: string): Feed | null {
  if (target.includes(DOWNLOAD)) return 'download'
  if (target.startsWith('/dev/fd/')) return 'program'
  return /^\/dev\/(?:null|tty|stdin)$|^\d+$|^-$/.test(target) ? null : 'file'
}

function readsInput(node: Redirection): boolean {
  const descriptor = node.descriptor
  const first = descriptor === undefined || (descriptor.type === 'FileDescriptor' && descriptor.value === 0)
  return first && (node.operator.startsWith('<') || node.type !== 'Redirect')
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
