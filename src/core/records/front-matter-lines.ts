/**
 * Whether the line at `at` is the key line of a field: the field at column 0, bare or quoted, blanks, a colon, then a
 * blank or the end of the line (records.md 12.1). The names of fields are literal.
 */
function isKeyLineAt(text: string, at: number, end: number, names: readonly string[]): boolean {
  return names.some((name) => {
    if (!text.startsWith(name, at)) return false
    let colon = at + name.length
    while (text[colon] === ' ' || text[colon] === '\t') colon += 1
    if (text[colon] !== ':' || colon >= end) return false
    return colon + 1 === end || text[colon + 1] === ' ' || text[colon + 1] === '\t'
  })
}

function writtenNames(fields: readonly string[]): readonly string[] {
  return fields.flatMap((field) => [field, `"${field}"`, `'${field}'`])
}

/** Tells the key lines of a field from all others. */
export function keyLineOf(field: string): (line: string) => boolean {
  const names = writtenNames([field])
  return (line) => isKeyLineAt(line, 0, line.length, names)
}

/** Whether a line goes with the key line above it: empty, or starting with a blank, `#` or `-`. */
export function isBlockLine(line: string): boolean {
  return line === '' || line[0] === ' ' || line[0] === '\t' || line[0] === '#' || line[0] === '-'
}

export type FieldLine = { readonly at: number; readonly end: number; readonly inBlock: boolean }

/**
 * Goes through the lines from `from` to `to` (each ends with LF) and says which belong to the block of one of the
 * fields: its key line and the block lines under it.
 */
export function eachFieldLine(
  text: string,
  [from, to]: readonly [number, number],
  fields: readonly string[],
  visit: (line: FieldLine) => void,
): void {
  const names = writtenNames(fields)
  let inside = false
  for (let at = from; at < to; ) {
    const end = text.indexOf('\n', at)
    const first = text[at] as string
    const follows = end === at || first === ' ' || first === '\t' || first === '#' || first === '-'
    inside = isKeyLineAt(text, at, end, names) || (inside && follows)
    visit({ at, end, inBlock: inside })
    at = end + 1
  }
}
