import type { Worker } from 'node:worker_threads'
import type { SnapshotOptions } from '../app/world-snapshots.ts'
import { type Fault, Refusal } from '../core/fault.ts'
import { lazyBuiltin } from '../sys/lazy-builtin.ts'
import type { SnapshotReader } from './snapshot-file.ts'
import { claimRows, closeSnapshotJob, ROW_KINDS, type SnapshotJob } from './snapshot-job.ts'
import { openSnapshotReader, readRows } from './snapshot-reader.ts'

export type SnapshotThreads = {
  /** The bundle of `snapshot-worker.ts`; null for one thread only. */
  readonly workerFile: string | null
  /** From this many rows on there are workers at once; by default 4,000. */
  readonly workersFromRows?: number
}

const WORKERS_FROM_ROWS = 4_000
/** Fewer rows may be large files: after this time there are workers too. Starting one takes about 40 ms. */
const WORKERS_AFTER_MS = 150
const THREADS_MAX = 8

/** Fills every row, in this thread and, where that is worth it, in others. Throws the first Refusal of any of them. */
export async function runSnapshotJob(
  job: SnapshotJob,
  threads: SnapshotThreads,
  onProgress: SnapshotOptions['onProgress'],
): Promise<void> {
  const reader = openSnapshotReader(lazyBuiltin('node:crypto').createHash)
  const total = job.kinds.length
  const tell = () => onProgress?.({ done: Math.min(Atomics.load(job.counters, 1), total), total })
  const isMany = total >= (threads.workersFromRows ?? WORKERS_FROM_ROWS)
  const startedMs = performance.now()
  const workers: Promise<Fault | null>[] = []
  try {
    for (let range = claimRows(job); range !== null; range = claimRows(job)) {
      if (workers.length === 0 && (isMany || performance.now() - startedMs > WORKERS_AFTER_MS)) {
        workers.push(...startWorkers(job, threads.workerFile))
      }
      readRows(job, reader, range)
      tell()
      await nextTurn()
    }
  } finally {
    closeSnapshotJob(job)
    await Promise.all(workers)
  }
  const fault = (await Promise.all(workers)).find((found) => found !== null)
  if (fault) throw new Refusal(fault)
  readOpenRows(job, reader)
  tell()
}

/** A worker that could not start, or died of something else than a file, leaves its rows to this thread. */
function readOpenRows(job: SnapshotJob, reader: SnapshotReader): void {
  for (let row = job.kinds.indexOf(ROW_KINDS.open); row !== -1; row = job.kinds.indexOf(ROW_KINDS.open, row)) {
    readRows(job, reader, { from: row, to: row + 1 })
  }
}

function startWorkers(job: SnapshotJob, file: string | null): readonly Promise<Fault | null>[] {
  if (file === null) return []
  const threads = Math.min(Math.max(lazyBuiltin('node:os').availableParallelism(), 2), THREADS_MAX)
  const { Worker } = lazyBuiltin('node:worker_threads')
  return Array.from({ length: threads - 1 }, () => faultOf(new Worker(file, { workerData: job, execArgv: [] })))
}

/** What the worker ended with. One that died is no fault: `readOpenRows` does its rows. */
function faultOf(worker: Worker): Promise<Fault | null> {
  return new Promise((settle) => {
    let fault: Fault | null = null
    worker.on('message', (message: Fault) => {
      fault = message
    })
    worker.on('error', () => undefined)
    worker.on('exit', () => settle(fault))
  })
}

/** Lets timers and signals have their turn. */
function nextTurn(): Promise<void> {
  return new Promise((settle) => setImmediate(settle))
}
