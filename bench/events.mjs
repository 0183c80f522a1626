// The event log: an append at a million events beside one to an empty log, and the verification of all of it.
import { createHash } from 'node:crypto'
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, truncateSync, writeFileSync, writeSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { interleave, peakOnce, quantile, timeOnce } from './measure.mjs'
import { environmentIn } from './stage.mjs'
import { renderTable } from './table.mjs'

const PROGRAM = resolve('dist/bylaw.cjs')
const EVENTS = 1_000_000
const TARGETS = { append: 1.3, perSecond: 200_000 }
const LOOP = {
  initial: 'active',
  transitions: [{ from: 'active', event: 'evidence_recorded', to: 'active', gate: 'fresh-evidence' }],
}

export async function benchEvents({ rounds, progress }) {
  const root = mkdtempSync(join(tmpdir(), 'bylaw-bench-events-'))
  try {
    progress(`writing ${EVENTS} events`)
    const long = openProject(root, 'long', EVENTS)
    const empty = openProject(root, 'empty', 0)
    const env = environmentIn(root)
    const append = ['event', 'append', '--type', 'evidence_recorded']
    const side = (name, cwd, argv, prepare) => ({
      name,
      file: process.execPath,
      cwd,
      env,
      argv: [PROGRAM, ...argv],
      prepare,
    })
    const atStart = side('append to an empty log', empty.folder, append, () => truncateSync(empty.log, 0))
    const atEnd = side(`append at ${EVENTS.toLocaleString('en')} events`, long.folder, append)
    const verify = side('event verify, all of it', long.folder, ['event', 'verify'])
    timeOnce(atEnd) // the first one makes the checkpoint
    const times = interleave([atStart, atEnd], rounds, timeOnce, (round) =>
      progress(`append ${round + 1} of ${rounds}`),
    )
    const few = Math.min(rounds, 5)
    for (const [one, values] of interleave([verify], few, timeOnce, (at) => progress(`verify ${at + 1} of ${few}`)))
      times.set(one, values)
    const bare = peakOnce({ ...atStart, argv: ['-e', '0'], prepare: undefined })
    return {
      node: process.version,
      processors: cpus().length,
      rounds,
      events: EVENTS,
      targets: TARGETS,
      rows: [atStart, atEnd, verify].map((one) => ({
        name: one.name,
        ms: [0.25, 0.5, 0.75].map((share) => quantile(times.get(one), share)),
        peakMib: peakOnce({ ...one, env }) - bare,
      })),
    }
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

function openProject(root, name, events) {
  const folder = join(root, name)
  mkdirSync(join(folder, '.hpp'), { recursive: true })
  writeFileSync(join(folder, 'hpp.manifest.json'), JSON.stringify({ loop: LOOP }))
  const log = join(folder, '.hpp/events.jsonl')
  writeEvents(log, events)
  return { folder, log }
}

function writeEvents(path, count) {
  const fd = openSync(path, 'w')
  let head = createHash('sha256').digest('hex')
  let lines = []
  for (let seq = 1; seq <= count; seq++) {
    const line = `{"data":{},"id":"event:${seq}","prev_sha256":"${head}","seq":${seq},"type":"evidence_recorded"}`
    head = createHash('sha256').update(line).digest('hex')
    lines.push(`${line}\n`)
    if (lines.length < 10_000 && seq < count) continue
    writeSync(fd, lines.join(''))
    lines = []
  }
  closeSync(fd)
}

export function renderEvents({ node, processors, rounds, events, targets, rows }) {
  const [atStart, atEnd, verify] = rows
  const ratio = atEnd.ms[1] / atStart.ms[1]
  const perSecond = (events / verify.ms[1]) * 1000
  const holds = (yes) => (yes ? 'holds' : 'too slow')
  return [
    `The event log: Node ${node}, ${processors} processors, ${rounds} rounds`,
    '',
    renderTable(
      ['whole process', 'median ms', 'quartiles', 'MiB above node'],
      rows.map(({ name, ms: [low, median, high], peakMib }) => [
        name,
        median.toFixed(1),
        `${low.toFixed(1)}-${high.toFixed(1)}`,
        peakMib.toFixed(1),
      ]),
      [0],
    ),
    '',
    `append at ${events.toLocaleString('en')} to append at 0: ${ratio.toFixed(2)} x (target ${targets.append}) ${holds(ratio <= targets.append)}`,
    `verify: ${Math.round(perSecond).toLocaleString('en')} events/s (target ${targets.perSecond.toLocaleString('en')}) ${holds(perSecond >= targets.perSecond)}`,
  ].join('\n')
}
