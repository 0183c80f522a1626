// The report of bench/hook.mjs as text.
import { renderTable } from './table.mjs'

const HEAD = ['whole process', 'median ms', 'middle half', 'ratio', 'target', 'MiB above', '']

export function renderHook({ node, processors, loadBefore, rounds, rows }) {
  const cells = rows.map((row) => [
    row.name,
    row.medianMs.toFixed(1),
    `${row.lowMs.toFixed(1)}-${row.highMs.toFixed(1)}`,
    row.ratio.toFixed(2),
    row.target === null ? '' : row.target.toFixed(2),
    row.aboveMiB === null ? '' : row.aboveMiB.toFixed(1),
    verdictOf(row),
  ])
  return [
    `The hook before a tool: Node ${node}, ${processors} processors, load ${loadBefore.toFixed(1)}, ${rounds} rounds`,
    '',
    renderTable(HEAD, cells, [0, 6]),
    '',
    'Ratio: to the median of node -e 0 in the same run. MiB above: peak memory above',
    'node -e 0, target 25 with a warm index. Warm: the log is unchanged since the last',
    'event; cold: the index was thrown away, so every decision is read and compared.',
  ].join('\n')
}

function verdictOf({ holds, target, inTime }) {
  if (holds === null) return ''
  if (holds) return target === null ? 'ok' : 'holds'
  return inTime ? 'too much memory' : 'too slow'
}
