import { printable } from '../printable.ts'

/** A denial in one line: what a model and a person can take in at once. */
export const REASON_MAX = 500
/** Claude Code cuts context at 10,000 characters; ours ends before, with a sign that it was cut. */
export const CONTEXT_MAX = 9_500

/** A reason as one line without unprintable characters, never empty: an empty one would let a call run in Codex. */
export function reasonText(reason: string): string {
  const line = cut(printable(cut(reason.trim(), REASON_MAX)), REASON_MAX)
  return line === '' ? 'refused without a reason' : line
}

/** Context with its lines kept, or the empty text. */
export function contextText(text: string): string {
  const lines = cut(text.trim(), CONTEXT_MAX).split('\n')
  return cut(lines.map((line) => printable(line.endsWith('\r') ? line.slice(0, -1) : line)).join('\n'), CONTEXT_MAX)
}

/** Cuts to so many UTF-16 units, the sign included, and never between the halves of a character. */
function cut(text: string, max: number): string {
  if (text.length <= max) return text
  const head = text.slice(0, max - 1)
  return `${/[\uD800-\uDBFF]$/.test(head) ? head.slice(0, -1) : head}…`
}
