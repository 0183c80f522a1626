import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { constants } from 'node:os'
import type { CriterionRequest, CriterionRun, CriterionRunner, KeptOutput } from '../app/world-evidence.ts'
import { endProcesses, RUN_MARK } from './end-processes.ts'
import { OutputSink } from './output-sink.ts'

/** How long a process may clean up between being asked and being made to end. */
const GRACE_MS = 5_000
/** How long the outputs are read on after the end: another process may hold the pipe (protocol-a 7). */
const DRAIN_MS = 2_000
const FORWARDED = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Runs criteria on this machine. Descendants are ended with it, also those that left its process group (Linux). */
export function openCriterionRunner(environment: NodeJS.ProcessEnv, graceMs = GRACE_MS): CriterionRunner {
  return { run: (request) => runCriterion(request, environment, graceMs) }
}

async function runCriterion(
  request: CriterionRequest,
  environment: NodeJS.ProcessEnv,
  graceMs: number,
): Promise<CriterionRun> {
  const { keep } = request
  const stdout = new OutputSink(keep?.stdout ?? null, keep?.maxBytes ?? 0)
  const stderr = new OutputSink(keep?.stderr ?? null, keep?.maxBytes ?? 0)
  const startedMs = performance.now()
  const outcome = await runGroup(request, environment, graceMs, (child) => {
    stdout.read(child.stdout)
    stderr.read(child.stderr)
  })
  const durationMs = performance.now() - startedMs
  return { ...outcome, durationMs, stdout: stdout.close(), stderr: stderr.close() }
}

type Outcome = Omit<CriterionRun, 'durationMs' | 'stdout' | 'stderr'>

async function runGroup(
  { argv: [file = '', ...args], cwd, timeoutMs, keep }: CriterionRequest,
  environment: NodeJS.ProcessEnv,
  graceMs: number,
  listen: (child: ChildProcess) => void,
): Promise<Outcome> {
  const mark = randomUUID()
  // A run inside of a run carries both marks, so that the outer one finds what the inner one leaves.
  const env = { ...environment, [RUN_MARK]: [environment[RUN_MARK], mark].filter(Boolean).join(',') }
  // Listening begins before there is a child: a signal that comes in between would leave it.
  const interruption = watchInterruption()
  let child: ChildProcess
  try {
    child = spawn(file, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
  } catch (error) {
    interruption.stop()
    return { kind: 'could-not-start', exitCode: null, trouble: (error as Error).message, leftOver: [] }
  }
  listen(child)
  try {
    const end = await endOf(child, timeoutMs, interruption.asked)
    // What is still there may hold the outputs open, and could change artifacts after they were hashed.
    const leftOver = child.pid === undefined ? [] : await endProcesses({ group: child.pid, mark, graceMs })
    interruption.passOn(keep)
    await drained(child)
    return { ...end, leftOver: end.kind === 'exited' ? leftOver : [] }
  } finally {
    interruption.passOn(keep) // one that came in the meantime
    interruption.stop()
    child.unref() // what even SIGKILL did not end must not hold us
  }
}

type End = Pick<CriterionRun, 'kind' | 'exitCode' | 'trouble'>

function endOf(child: ChildProcess, timeoutMs: number, interrupted: Promise<void>): Promise<End> {
  return new Promise((settle) => {
    const timer = setTimeout(() => settle({ kind: 'timeout', exitCode: null, trouble: null }), timeoutMs)
    const finish = (end: End) => {
      clearTimeout(timer)
      settle(end)
    }
    child.once('error', (error) => finish({ kind: 'could-not-start', exitCode: null, trouble: error.message }))
    child.once('exit', (code, signal) => {
      const exitCode = signal === null ? code : -constants.signals[signal]
      finish({ kind: 'exited', exitCode, trouble: null })
    })
    void interrupted.then(() => finish({ kind: 'timeout', exitCode: null, trouble: 'interrupted' }))
  })
}

/**
 * A group of its own does not hear the terminal: what would end us ends the criterion first, with its grace, and then
 * us, as if nothing had been in between.
 */
function watchInterruption() {
  let caught: NodeJS.Signals | null = null
  let ask: () => void = () => undefined
  const asked = new Promise<void>((settle) => {
    ask = settle
  })
  const listener = (signal: NodeJS.Signals) => {
    caught = signal
    ask()
  }
  for (const signal of FORWARDED) process.on(signal, listener)
  const stop = () => {
    for (const signal of FORWARDED) process.off(signal, listener)
  }
  return {
    asked,
    stop,
    passOn(keep: KeptOutput | null) {
      if (caught === null) return
      stop()
      for (const file of keep === null ? [] : [keep.stdout, keep.stderr]) rmSync(file, { force: true })
      process.kill(process.pid, caught)
    },
  }
}

function drained(child: ChildProcess): Promise<void> {
  return new Promise((settle) => {
    const streams = [child.stdout, child.stderr].filter((stream) => stream !== null)
    const timer = setTimeout(() => {
      for (const stream of streams) stream.destroy()
    }, DRAIN_MS)
    let open = streams.length
    const closed = () => {
      open -= 1
      if (open > 0) return
      clearTimeout(timer)
      settle()
    }
    for (const stream of streams) {
      if (stream.closed) closed()
      else stream.once('close', closed)
    }
    if (streams.length === 0) settle()
  })
}
