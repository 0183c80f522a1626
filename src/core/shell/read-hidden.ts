import { parse } from 'unbash'
import { readEmbedded } from './read-embedded.ts'
import type { Reader, Scope } from './reader.ts'
import { findVariable } from './shell-state.ts'
import type { Span } from './text-marks.ts'

const SUBSTITUTION = /\$\(|`/

/**
 * Reads the substitutions in a text that was quoted, or that a variable holds, where the shell expands it once more: an
 * index in arithmetic, a prompt.
 */
export function readHidden(reader: Reader, text: string, scope: Scope, span: Span): void {
  if (!SUBSTITUTION.test(text) || !reader.spend(text.length * 2)) return
  let mark = 'END'
  while (text.includes(mark)) mark += mark.length
  // Quotes mean nothing in the body of a heredoc, but substitutions are made.
  const source = `: <<${mark}\n${text}\n${mark}\n`
  const command = parse(source).commands[0]?.command
  const body = command?.type === 'Command' ? command.redirects[0] : undefined
  if (body?.type !== 'HereDoc') return
  for (const part of body.body.parts ?? []) readEmbedded(reader, part, { ...scope, source, fixed: span })
}

const DEPTH_MAX = 8
const NAME = /[A-Za-z_]\w*/g

/** Arithmetic computes what its variables hold: an index in there is expanded, substitutions and all. */
export function readArithmetic(reader: Reader, text: string, scope: Scope, span: Span): void {
  readNames(reader, text, scope, { span, seen: new Set(), depth: 0 })
}

type Search = { readonly span: Span; readonly seen: Set<string>; readonly depth: number }

function readNames(reader: Reader, text: string, scope: Scope, search: Search): void {
  for (const [name] of text.matchAll(NAME)) {
    if (search.seen.has(name)) continue
    search.seen.add(name)
    for (const item of findVariable(scope.state, name) ?? []) {
      readHidden(reader, item, scope, search.span)
      if (search.depth < DEPTH_MAX && reader.spend(item.length)) {
        readNames(reader, item, scope, { ...search, depth: search.depth + 1 })
      }
    }
  }
}
