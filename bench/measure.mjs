// Whole processes, one after the other: how long, and how much memory at the peak.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const PRELOAD = fileURLToPath(new URL('peak-memory.cjs', import.meta.url))

/**
 * A side is `{name, file, argv, env, cwd, input, statuses?, prepare?, tidy?}`; both hooks run outside the measured time.
 * `statuses` are the exit codes that count as an answer.
 */
export function timeOnce({ file, argv, env, cwd, input, statuses = [0], prepare, tidy }) {
  prepare?.()
  const start = process.hrtime.bigint()
  const result = spawnSync(file, argv, { env, cwd, input, stdio: ['pipe', 'pipe', 'pipe'] })
  const ms = Number(process.hrtime.bigint() - start) / 1e6
  tidy?.()
  if (!statuses.includes(result.status))
    throw new Error(`${file} ${argv.join(' ')} ended with ${result.status}: ${result.stderr}`)
  return ms
}

/** Peak memory in MiB of a side that is a Node process; the preload is the same for every side. */
export function peakOnce({ argv, env, cwd, input, prepare, tidy }) {
  prepare?.()
  const stdio = ['pipe', 'pipe', 'pipe', 'pipe']
  const result = spawnSync(process.execPath, ['--require', PRELOAD, ...argv], { env, cwd, input, stdio })
  tidy?.()
  if (result.status !== 0) throw new Error(`${argv.join(' ')} ended with ${result.status}: ${result.stderr}`)
  return Number(result.output[3].toString()) / 1024
}

/** Every side once per round, in an order that turns, so that a slow moment of the machine meets all of them. */
export function interleave(sides, rounds, measure, onRound = () => undefined) {
  const values = new Map(sides.map((side) => [side, []]))
  for (let round = 0; round < rounds; round++) {
    onRound(round)
    const turned = [...sides.slice(round % sides.length), ...sides.slice(0, round % sides.length)]
    for (const side of turned) values.get(side).push(measure(side))
  }
  return values
}

export function quantile(values, share) {
  const sorted = [...values].sort((a, b) => a - b)
  const at = (sorted.length - 1) * share
  const low = sorted[Math.floor(at)]
  return low + (sorted[Math.ceil(at)] - low) * (at % 1)
}
