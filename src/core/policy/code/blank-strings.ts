/**
 * Code of Python with blanks for what its strings and comments hold; as long as before. With a quote that never closes
 * it stays as it is. Linear.
 */
export function blankStrings(code: string): string {
  const kept: string[] = []
  let at = 0
  for (const [start, end] of stringSpans(code) ?? []) {
    kept.push(code.slice(at, start), ' '.repeat(end - start))
    at = end
  }
  return kept.join('') + code.slice(at)
}

type Span = readonly [number, number]

/** An opening quote, or a comment. */
const OPENING = /#|'''|"""|'|"/g

/** Null where a quote is not closed: Python would not run it, and what is a string cannot be told. */
function stringSpans(code: string): readonly Span[] | null {
  const spans: Span[] = []
  const opening = new RegExp(OPENING)
  for (let found = opening.exec(code); found !== null; found = opening.exec(code)) {
    const [mark] = found
    const start = found.index + mark.length
    const end = endOf(code, mark, start)
    if (end < 0) return null
    if (!isFormatted(code, found.index)) spans.push([start, end])
    opening.lastIndex = mark === '#' ? end : end + mark.length
  }
  return spans
}

/** Where the string or the comment ends; -1 where it does not. */
function endOf(code: string, mark: string, start: number): number {
  if (mark === '#') {
    const end = code.indexOf('\n', start)
    return end < 0 ? code.length : end
  }
  for (let at = start; at < code.length; at += 1) {
    const char = code.charAt(at)
    if (char === '\n' && mark.length === 1) return -1
    if (code.startsWith(mark, at)) return at
    if (char === '\\') at += 1
  }
  return -1
}

/** What stands in brackets in an `f''` is run. */
function isFormatted(code: string, quote: number): boolean {
  return /(?:^|\W)(?:[fFtT][rR]?|[rR][fFtT])$/.test(code.slice(Math.max(0, quote - 3), quote))
}
