import type { Command, ProcessSubstitutionPart, Redirected } from 'unbash'
import { baseName } from './base-name.ts'
import { isDownloader } from './output-feed.ts'
import { printedSince } from './printed-since.ts'
import { inside, NO_INPUT, type Reader, type Scope, spanOf } from './reader.ts'
import { fork } from './shell-state.ts'

/** What was read, and the place of its first command. */
type Done = { readonly node: Command | Redirected; readonly before: number }

/**
 * `echo text > >(sh)`, `tee >(sh) <<< text`: what stands in the substitution was read without its input, for that is
 * only known behind the command. It is read once more with it. Behind `exec` everything that follows goes there.
 */
export function readFed(reader: Reader, { node, before }: Done, scope: Scope): void {
  const parts = fedParts(node)
  if (parts.length === 0) return
  if (isExec(node)) {
    const after = reader.commands.length
    reader.later.push(() => feedParts(reader, parts, after, scope))
  } else feedParts(reader, parts, before, scope)
}

function isExec(node: Command | Redirected): boolean {
  return node.type === 'Command' && node.name?.value === 'exec' && node.args.length === 0
}

function feedParts(reader: Reader, parts: readonly ProcessSubstitutionPart[], from: number, scope: Scope): void {
  const { text: stdin, feed } = printedSince(reader, from)
  if (stdin === '' || feed === 'file') return
  for (const part of parts) {
    if (feed === 'program' && !RUNS.test(part.text)) continue
    if (part.script === undefined || !reader.spend(part.end - part.pos)) continue
    const inner = inside(scope, 'process-substitution', fork(scope.state))
    reader.readScript(part.script, { ...inner, ...NO_INPUT, stdin, feed, piped: true, fixed: spanOf(scope, part) })
  }
}

/** Who could run what it reads: for others it does not matter what a program printed. */
const RUNS =
  /(?:^|[^\w-])(?:\w*sh|python[\d.]*|node|perl|ruby|php|deno|bun|xargs|parallel|at|batch|sudo|su|source|\.)(?![\w-])/

function fedParts(node: Command | Redirected): readonly ProcessSubstitutionPart[] {
  const targets = node.redirects.flatMap((redirect) => (redirect.type === 'Redirect' && redirect.target) || [])
  const words = node.type === 'Command' && mayFeed(node) ? [...targets, ...node.args] : targets
  return words.flatMap((word) =>
    word.type === 'Word' && word.text.includes('>(')
      ? (word.parts ?? []).flatMap((part) => (part.type === 'ProcessSubstitution' && part.operator === '>' ? part : []))
      : [],
  )
}

/** Programs that write to the files in their words what they print. */
function mayFeed({ name }: Command): boolean {
  const base = baseName(name?.value ?? '')
  return base === 'tee' || isDownloader(base)
}
