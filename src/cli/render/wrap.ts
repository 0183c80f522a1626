/**
 * Lines of at most `width` columns, each beginning with the indent. Later lines may be set in further. A word that is
 * longer than the line stands alone and whole: a path or an id is never broken.
 */
export function wrap(text: string, width: number, indent: string, furtherIndent: string = indent): readonly string[] {
  const lines: string[] = []
  let line = indent
  let empty = true
  for (const word of text.split(/\s+/u).filter((part) => part !== '')) {
    if (!empty && columnsOf(line) + 1 + columnsOf(word) > width) {
      lines.push(line)
      line = furtherIndent
      empty = true
    }
    line += empty ? word : ` ${word}`
    empty = false
  }
  return [...lines, line]
}

/** Terminal columns: East Asian wide characters and emoji take two, combining marks none. */
export function columnsOf(text: string): number {
  let columns = 0
  for (const character of text) columns += COMBINING.test(character) ? 0 : WIDE.test(character) ? 2 : 1
  return columns
}

/** The text filled up with blanks to that many columns. */
export function padTo(text: string, columns: number): string {
  return text + ' '.repeat(Math.max(0, columns - columnsOf(text)))
}

const COMBINING = /\p{Mn}|\p{Me}/u
const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}|[\u{20000}-\u{3fffd}]/u
