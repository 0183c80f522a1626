// What the hook before a tool costs, beside a bare start of Node and of Python in one interleaved run.
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { interleave, peakOnce, quantile, timeOnce } from './measure.mjs'
import { assertClean, environmentIn, openStage } from './stage.mjs'

const BUILT = join(dirname(dirname(fileURLToPath(import.meta.url))), 'dist', 'hook')
const COUNTS = [20, 200, 2000]
const WARM_UP_ROUNDS = 2
const MEMORY_ROUNDS = 5
/** At most so many times a bare start, with a warm index (ARCHITECTURE.md, the hook). */
const RATIO_TARGETS = { 'Read 200': 1.25, 'Bash 200': 1.35, 'Read 2000': 2.2, 'Bash 2000': 2.2 }
const MEMORY_TARGET_MIB = 25

/** Runs everything and returns the report as a value. `progress(text)` tells how far it is. */
export function benchHook({ rounds, progress }) {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'bylaw-bench-')))
  try {
    const program = join(root, 'program')
    cpSync(BUILT, program, { recursive: true }) // as installed, and out of reach of a build that runs meanwhile
    const stages = COUNTS.map((count) => stageIn(root, program, count))
    stages.forEach(assertClean)
    return measureAll({ root, stages, rounds, progress })
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

function stageIn(root, program, count) {
  const folder = join(root, String(count))
  mkdirSync(folder)
  return openStage({ root: folder, hook: join(program, 'hook.cjs'), count })
}

function measureAll({ root, stages, rounds, progress }) {
  const bare = bareSides(root)
  const hooks = stages.flatMap(hookSides)
  const sides = [...bare, ...hooks]
  const loadBefore = loadavg()[0]
  interleave(sides, WARM_UP_ROUNDS, timeOnce)
  const times = interleave(sides, rounds, timeOnce, (round) => progress(`round ${round + 1} of ${rounds}`))
  const nodes = sides.filter((side) => side.file === process.execPath)
  progress('peak memory')
  const peaks = interleave(nodes, MEMORY_ROUNDS, peakOnce)
  stages.forEach(assertClean)
  const rows = sides.map((side) => rowOf(side, times.get(side), peaks.get(side) ?? []))
  return {
    node: process.version,
    processors: cpus().length,
    loadBefore,
    rounds,
    rows: rows.map((row) => judge(row, rows[0])),
  }
}

function bareSides(root) {
  const common = { env: environmentIn(root), cwd: root, input: '' }
  const python = { name: 'python3 -c pass', file: 'python3', argv: ['-c', 'pass'], ...common }
  return [
    { name: 'node -e 0', file: process.execPath, argv: ['-e', '0'], ...common },
    ...(isThere('python3') ? [{ ...python, file: pythonItself() }] : []),
  ]
}

function isThere(program) {
  return spawnSync(program, ['--version']).status === 0
}

/** The interpreter itself: a version manager's shim would be measured instead of it. */
function pythonItself() {
  const { stdout } = spawnSync('python3', ['-c', 'import sys; print(sys.executable)'], { encoding: 'utf8' })
  return existsSync(stdout.trim()) ? stdout.trim() : 'python3'
}

function hookSides(stage) {
  return ['Read', 'Bash'].flatMap((tool) =>
    ['warm', 'cold'].map((index) => ({
      name: `${tool} ${stage.count} ${index}`,
      key: `${tool} ${stage.count}`,
      tool,
      count: stage.count,
      index,
      file: process.execPath,
      argv: stage.argv,
      env: stage.environment,
      cwd: stage.repo,
      input: stage.payload(tool),
      prepare: index === 'cold' ? stage.dropIndex : undefined,
      tidy: stage.closeWindows,
    })),
  )
}

function rowOf({ name, key = null, tool = null, count = null, index = null }, times, peaks) {
  return {
    name,
    key,
    tool,
    count,
    index,
    medianMs: quantile(times, 0.5),
    lowMs: quantile(times, 0.25),
    highMs: quantile(times, 0.75),
    peakMiB: peaks.length === 0 ? null : quantile(peaks, 0.5),
  }
}

function judge(row, bare) {
  const ratio = row.medianMs / bare.medianMs
  const aboveMiB = row.peakMiB === null ? null : row.peakMiB - bare.peakMiB
  if (row.index !== 'warm') return { ...row, ratio, aboveMiB, target: null, holds: null }
  const target = RATIO_TARGETS[row.key] ?? null
  const inTime = target === null || ratio <= target
  return {
    ...row,
    ratio,
    aboveMiB,
    target,
    memoryTargetMiB: MEMORY_TARGET_MIB,
    inTime,
    holds: inTime && aboveMiB <= MEMORY_TARGET_MIB,
  }
}
