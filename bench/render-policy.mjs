// The report of bench/policy.mjs as text: side by side, our targets, and with `list` the lines that decided.
import { renderTable } from './table.mjs'

const TARGETS = { check: 2.2, hook: 1.35, perSecond: 20_000, longMs: 100, hostileMs: 500 }
const LINE_MAX = 78

export function renderPolicy(report, { list }) {
  const { node, processors, loadBefore, rounds, lines, peer } = report
  return [
    `The command policy: Node ${node}, ${processors} processors, load ${loadBefore.toFixed(1)}, ${rounds} rounds`,
    `${lines.dangerous} dangerous lines, ${lines.everyday} harmless ones`,
    ...(peer.skipped === null ? [] : [`${peer.name} ${peer.version} is skipped: ${peer.skipped}`]),
    '',
    sideBySide(report),
    '',
    'Caught: dangerous lines not let through. Alarms: harmless lines not let through.',
    'Median: one answer as a process of its own; ratio to node -e 0. Per s and worst:',
    'in process, harmless lines a second and the slowest hostile input; no end: not',
    'all hostile inputs were answered within a minute.',
    ...(peer.skipped === null ? [`${peer.name} ${peer.version} as installed, then at its strictest level.`] : []),
    '',
    targets(report),
    ...(list ? report.programs.flatMap(listOf) : []),
  ].join('\n')
}

function sideBySide({ programs, lines, bareMs, inProcess, peer }) {
  const rows = programs.map((row) => [
    row.name,
    `${lines.dangerous - row.missed.length}/${lines.dangerous}`,
    `${row.alarms.length}/${lines.everyday}`,
    row.medianMs.toFixed(1),
    row.ratio.toFixed(2),
    ...libraryCells({ 'bylaw policy check': inProcess.bylaw, [peer.name]: inProcess.peer }[row.name] ?? null),
  ])
  const bare = ['node -e 0', '', '', bareMs.toFixed(1), '1.00', '', '']
  return renderTable(['program', 'caught', 'alarms', 'median ms', 'ratio', 'per s', 'worst ms'], [bare, ...rows], [0])
}

function libraryCells(library) {
  if (library === null) return ['', '']
  return [count(library.perSecond), library.finished ? library.hostile[0].ms.toFixed(0) : 'no end']
}

function targets({ programs, hook, inProcess: { bylaw } }) {
  const check = programs.find(({ name }) => name === 'bylaw policy check')
  const times = (name, { ratio, lowMs, highMs }, target) => {
    const middle = `${lowMs.toFixed(1)}-${highMs.toFixed(1)} ms`
    return [name, `${ratio.toFixed(2)} x`, middle, `${target.toFixed(2)} x`, verdict(ratio <= target)]
  }
  const worst = bylaw.hostile[0]
  const rows = [
    times('policy check', check, TARGETS.check),
    ...hook.map((row) => times(row.name, row, TARGETS.hook)),
    [
      'everyday lines',
      `${count(bylaw.perSecond)}/s`,
      '',
      `${count(TARGETS.perSecond)}/s`,
      verdict(bylaw.perSecond >= TARGETS.perSecond),
    ],
    ['64 KiB of them', `${bylaw.long.ms.toFixed(0)} ms`, '', `${TARGETS.longMs} ms`, longVerdict(bylaw.long)],
    [
      'worst hostile input',
      `${worst.ms.toFixed(0)} ms`,
      worst.name.slice(0, 24),
      `${TARGETS.hostileMs} ms`,
      verdict(bylaw.finished && worst.ms <= TARGETS.hostileMs),
    ],
  ]
  return renderTable(['ours', 'measured', '', 'target', ''], rows, [0, 2, 4])
}

/** A text refused unread is answered fast and proves nothing. */
function longVerdict({ rule, ms }) {
  return rule === 'unreadable' ? 'was not read' : verdict(ms <= TARGETS.longMs)
}

const verdict = (holds) => (holds ? 'holds' : 'too slow')
const count = (value) => Math.round(value).toLocaleString('en-US')

function listOf({ name, missed, alarms }) {
  return [...section(`${name} missed`, missed), ...section(`${name} falsely stopped`, alarms)]
}

function section(title, lines) {
  if (lines.length === 0) return []
  return ['', `${title} ${lines.length}:`, ...lines.map(({ id, command }) => `  ${id} ${oneLine(command)}`)]
}

/** Shown as JSON would, so that no control or direction mark of a hostile line reaches the terminal. */
function oneLine(command) {
  const shown = JSON.stringify(command)
    .slice(1, -1)
    .replaceAll('\\"', '"')
    .replace(/[^ -~]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)
  return shown.length > LINE_MAX ? `${shown.slice(0, LINE_MAX - 3)}...` : shown
}
