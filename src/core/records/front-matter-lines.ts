const KEY_END = /^[ \t]*:(?:[ \t]|$)/

/** Whether a line at column 0 is the key line of a field: bare or quoted, blanks, a colon, then a blank or the end. */
export function isKeyLine(line: string, field: string): boolean {
  const quote = line[0] === '"' || line[0] === "'" ? (line[0] as string) : ''
  const key = `${quote}${field}${quote}`
  return line.startsWith(key) && KEY_END.test(line.slice(key.length))
}

/** Whether a line goes with the key line above it: empty, or starting with a blank, `#` or `-`. */
export function isBlockLine(line: string): boolean {
  return line === '' || line[0] === ' ' || line[0] === '\t' || line[0] === '#' || line[0] === '-'
}

/** For every line whether it belongs to the block of one of the fields (records.md 12.1, step 3). */
export function blockLines(lines: readonly string[], fields: readonly string[]): readonly boolean[] {
  let inside = false
  return lines.map((line) => {
    inside = fields.some((field) => isKeyLine(line, field)) || (inside && isBlockLine(line))
    return inside
  })
}
