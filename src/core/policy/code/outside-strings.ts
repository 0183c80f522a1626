/** A code without the contents of its plain quotes, so that a mark in a string is not taken for code. Linear. */
export function outsideStrings(code: string): string {
  let out = ''
  let at = 0
  while (at < code.length) {
    const char = code.charAt(at)
    const end = char === "'" || char === '"' ? stringEnd(code, at, char) : at
    out += char
    at = end + 1
  }
  return out
}

/** Longer strings are read as code: the bound keeps a text of quotes that never close linear. */
const STRING_MAX = 500

/** The place of the closing quote; a quote that is not closed stands for itself. */
function stringEnd(code: string, start: number, quote: string): number {
  const limit = Math.min(code.length, start + STRING_MAX)
  for (let at = start + 1; at < limit; at += 1) {
    const char = code.charAt(at)
    if (char === quote) return at
    if (char === '\\') at += 1
  }
  return start
}
