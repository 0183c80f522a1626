import type { Assignment, Command, HereDoc, Redirection } from 'unbash'
import { expandBody, expandJoined, expandWord } from './expand-word.ts'
import { readEmbedded } from './read-embedded.ts'
import { type Input, inputOf, inside, type Reader, type Scope, spanOf } from './reader.ts'
import { findAlias, findVariable, fork, type Value } from './shell-state.ts'
import type { Feed, Redirect } from './simple-command.ts'
import { DOWNLOAD, type Field, globValue, toWord, UNKNOWN } from './text-marks.ts'

/** Reads one simple command: its words, assignments and redirections, then what it runs in turn. */
export function readSimple(reader: Reader, node: Command, scope: Scope): void {
  if (readAlias(reader, node, scope)) return
  const { redirects, input } = readRedirects(reader, node.redirects, scope)
  const declared: Declared[] = []
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
  reader.runCall({ fields: words, assignments, redirects, ...input, span, wrappers: [], inShell: true }, scope)
  for (const { name, value } of declared) scope.state.variables.set(name, value)
}

type Declared = { readonly name: string; readonly value: Value; readonly field: Field | null }

/** Assignments in front of a command hold for it alone; without a command they stay. */
function readPrefix(reader: Reader, node: Command, scope: Scope, stay: boolean): readonly Declared[] {
  const inner = stay ? scope : { ...scope, state: fork(scope.state) }
  const done: Declared[] = []
  for (const part of node.prefix) {
    if (part.type !== 'Assignment') continue
    const assignment = readAssignment(reader, part, inner)
    inner.state.variables.set(assignment.name, assignment.value)
    done.push(assignment)
  }
  return done
}

function readAssignment(reader: Reader, node: Assignment, scope: Scope): Declared {
  const { name, index } = node
  if (index !== undefined) readEmbedded(reader, index, scope)
  const before = node.append ? (findVariable(scope.state, name) ?? [UNKNOWN]) : []
  if (node.value.type === 'ArrayValue') {
    const items = node.value.elements.flatMap((word) => expandWord(reader, word, scope)).map(globValue)
    return { name, value: [...before, ...items], field: null }
  }
  const field = expandJoined(reader, node.value, scope, 'assign')
  if (index !== undefined) return { name, value: [UNKNOWN], field }
  return { name, value: [(before[0] ?? '') + field.text, ...before.slice(1)], field }
}

/** In scripts aliases are off by default, but `zsh`, `sh` and interactive shells use them: the body counts as run. */
function readAlias(reader: Reader, node: Command, scope: Scope): boolean {
  const name = node.name
  if (name === undefined || name.text !== name.value) return false
  const key = `alias ${name.value}`
  const body = findAlias(scope.state, name.value)
  if (body === undefined || scope.calls.includes(key) || !reader.repeat()) return false
  const before = scope.source.slice(node.pos, name.pos)
  const after = scope.source.slice(name.end, node.end)
  const inner = { ...inside(scope, 'alias', scope.state), fixed: spanOf(scope, node), calls: [...scope.calls, key] }
  reader.readText(`${before}${body}${after}`, inner)
  return true
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
    if (!readsInput(node)) continue
    const stdin = node.type === 'HereString' ? `${field?.text ?? ''}\n` : text
    input = { stdin, piped: false, feed: stdin === null && field !== null ? redirectFeed(field.text) : null }
  }
  return { redirects, input }
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
