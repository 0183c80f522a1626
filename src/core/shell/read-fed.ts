import type { Command, ProcessSubstitutionPart } from 'unbash'
import { baseName } from './base-name.ts'
import { printedText } from './known-output.ts'
import { outputFeed } from './output-feed.ts'
import { inside, NO_INPUT, type Reader, type Scope, spanOf } from './reader.ts'
import { fork } from './shell-state.ts'
import type { SimpleCommand } from './simple-command.ts'

/**
 * `echo text > >(sh)`, `tee >(sh) <<< text`: what stands in the substitution was read without its input, for that is
 * only known behind the command. It is read once more where the input is known, or is a download.
 */
export function readFed(reader: Reader, node: Command, command: SimpleCommand | undefined, scope: Scope): void {
  const parts = command === undefined ? [] : fedParts(node)
  if (command === undefined || parts.length === 0) return
  const stdin = printedText(command, command.stdin)
  const feed = stdin === null && outputFeed([command]) === 'download' ? 'download' : null
  if (stdin === null && feed === null) return
  for (const part of parts) {
    if (part.script === undefined || !reader.spend(part.end - part.pos)) continue
    const inner = inside(scope, 'process-substitution', fork(scope.state))
    reader.readScript(part.script, { ...inner, ...NO_INPUT, stdin, feed, piped: true, fixed: spanOf(scope, part) })
  }
}

function fedParts(node: Command): readonly ProcessSubstitutionPart[] {
  const isTee = baseName(node.name?.value ?? '') === 'tee'
  const targets = node.redirects.flatMap((redirect) => (redirect.type === 'Redirect' && redirect.target) || [])
  const words = isTee ? [...targets, ...node.args.flatMap((arg) => (arg.type === 'Word' ? arg : []))] : targets
  return words.flatMap((word) =>
    word.text.startsWith('>(')
      ? (word.parts ?? []).flatMap((part) => (part.type === 'ProcessSubstitution' ? part : []))
      : [],
  )
}
