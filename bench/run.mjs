// `npm run bench -- hook [--rounds N] [--json]`: benchmarks with their peers. Never part of a test: a busy machine must
// not turn a build red. Build first (`npm run build`).
import { parseArgs } from 'node:util'
import { benchHook } from './hook.mjs'

const USAGE = 'usage: npm run bench -- hook [--rounds N] [--json]    (N is at least 1, default 40)'
const options = { rounds: { type: 'string', default: '40' }, json: { type: 'boolean', default: false } }

const request = readRequest()
if (request === null) {
  console.error(USAGE)
  process.exitCode = 3
} else {
  const report = benchHook({ rounds: request.rounds, progress })
  process.stderr.write(process.stderr.isTTY ? '\r\u001b[K' : '')
  console.log(request.json ? JSON.stringify(report, null, 2) : renderReport(report))
}

function readRequest() {
  try {
    const { values, positionals } = parseArgs({ options, allowPositionals: true })
    const rounds = Number(values.rounds)
    const isKnown = positionals.length === 1 && positionals[0] === 'hook' && Number.isInteger(rounds) && rounds >= 1
    return isKnown ? { rounds, json: values.json } : null
  } catch {
    return null
  }
}

function progress(text) {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${text}`)
}

function renderReport({ node, processors, loadBefore, rounds, rows }) {
  const cells = rows.map((row) => [
    row.name,
    row.medianMs.toFixed(1),
    `${row.lowMs.toFixed(1)}-${row.highMs.toFixed(1)}`,
    row.ratio.toFixed(2),
    row.target === null ? '' : row.target.toFixed(2),
    row.aboveMiB === null ? '' : row.aboveMiB.toFixed(1),
    verdictOf(row),
  ])
  const table = [['whole process', 'median ms', 'middle half', 'ratio', 'target', 'MiB above', ''], ...cells]
  const widths = table[0].map((_, at) => Math.max(...table.map((row) => row[at].length)))
  const lines = table.map((row) =>
    row
      .map((cell, at) => (at === 0 || at === 6 ? cell.padEnd(widths[at]) : cell.padStart(widths[at])))
      .join('  ')
      .trimEnd(),
  )
  return [
    `The hook before a tool: Node ${node}, ${processors} processors, load ${loadBefore.toFixed(1)}, ${rounds} rounds`,
    '',
    lines[0],
    '-'.repeat(Math.max(...lines.map((line) => line.length))),
    ...lines.slice(1),
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
