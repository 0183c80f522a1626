import type { Span } from './rule.ts'

/** The place of a piece inside a span of the text; the span itself where the piece is not written there as it is read. */
export function narrowSpan(text: string, span: Span, piece: string): Span {
  const at = piece === '' ? -1 : text.slice(...span).indexOf(piece)
  return at < 0 ? span : [span[0] + at, span[0] + at + piece.length]
}
