// A table of text for a terminal of 80 columns.

/** Rows of cells under a head; the columns whose numbers are in `left` begin at the left, the others end at the right. */
export function renderTable(head, rows, left) {
  const table = [head, ...rows]
  const widths = head.map((_, at) => Math.max(...table.map((row) => row[at].length)))
  const lines = table.map((row) =>
    row
      .map((cell, at) => (left.includes(at) ? cell.padEnd(widths[at]) : cell.padStart(widths[at])))
      .join('  ')
      .trimEnd(),
  )
  return [lines[0], '-'.repeat(Math.max(...lines.map((line) => line.length))), ...lines.slice(1)].join('\n')
}
