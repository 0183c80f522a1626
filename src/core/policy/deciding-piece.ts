import type { FoundHit } from './find-hits.ts'
import { narrowSpan } from './narrow-span.ts'
import type { Span } from './rule.ts'

/**
 * The piece of the text that decided. A command inside another text (`bash -c`, a heredoc) has the place of that text, or
 * of the shell that reads it: its own words are shown where they stand there as they are read.
 */
export function decidingPiece({ hit, command }: FoundHit, text: string): Span {
  if (command === null || command.command.nesting.every((nesting) => nesting === 'wrapper')) return hit.span
  const { span, words } = command.command
  if (hit.span[0] !== span[0] || hit.span[1] !== span[1]) return hit.span
  const written = words.map((word) => word.text).join(' ')
  const within = narrowSpan(text, span, written)
  if (within !== span) return within
  const whole: Span = [0, text.length]
  const anywhere = narrowSpan(text, whole, written)
  return anywhere === whole ? hit.span : anywhere
}
