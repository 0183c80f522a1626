/** More of a line is not readable in a report. */
const LINE_MAX = 200
const AROUND = 80

/** Two texts with their long lines cut: to what lies around the first place where the texts differ, or to their start. */
export function cutLongLines(before: string, after: string): readonly [string, string] {
  let at = 0
  while (at < before.length && before[at] === after[at]) at += 1
  return [cut(before, at), cut(after, at)]
}

function cut(text: string, at: number): string {
  let start = 0
  const lines = text.split('\n').map((line) => {
    const inLine = at - start
    start += line.length + 1
    if (line.length <= LINE_MAX) return line
    const from = inLine >= 0 && inLine <= line.length ? Math.max(0, inLine - AROUND) : 0
    const to = from + 2 * AROUND
    return `${from > 0 ? '…' : ''}${line.slice(from, to)}${to < line.length ? '…' : ''}`
  })
  return lines.join('\n')
}
