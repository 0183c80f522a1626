// A thread beside the main one, in a bundle of its own. It ends when no rows are left, or with a fault for the main thread.
import { createHash } from 'node:crypto'
import { parentPort, workerData } from 'node:worker_threads'
import { Refusal } from '../core/fault.ts'
import { claimRows, closeSnapshotJob, type SnapshotJob } from './snapshot-job.ts'
import { openSnapshotReader, readRows } from './snapshot-reader.ts'

function work(job: SnapshotJob): void {
  const reader = openSnapshotReader(createHash)
  for (let range = claimRows(job); range !== null; range = claimRows(job)) readRows(job, reader, range)
}

const job = workerData as SnapshotJob // only snapshot-threads.ts starts this
try {
  work(job)
} catch (error) {
  closeSnapshotJob(job)
  if (!(error instanceof Refusal)) throw error
  parentPort?.postMessage(error.fault)
}
