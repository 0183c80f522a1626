import { createHash } from 'node:crypto'
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { Worker } from 'node:worker_threads'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { claimRows, makeSnapshotJob } from './snapshot-job.ts'
import { runSnapshotJob } from './snapshot-threads.ts'

let top = ''
beforeEach(() => {
  top = realpathSync(mkdtempSync(join(tmpdir(), 'bylaw-threads-')))
})
afterEach(() => rmSync(top, { recursive: true, force: true }))

const names = Array.from({ length: 150 }, (_, at) => `f${at}`)
const jobOf = (...paths: readonly string[]) => makeSnapshotJob(top, Buffer.from(paths.join('\0')), paths.length)
const hex = (content: string) => createHash('sha256').update(content).digest('hex')
const digests = (job: ReturnType<typeof jobOf>) =>
  Array.from(job.kinds, (_, row) => Buffer.from(job.digests.subarray(row * 32, row * 32 + 32)).toString('hex'))
const writeAll = () => {
  for (const name of names) writeFileSync(join(top, name), name)
}

describe('the main thread', () => {
  test('does the rows of a worker that died with them', async () => {
    writeAll()
    const job = jobOf(...names)
    claimRows(job)
    await runSnapshotJob(job, { workerFile: null }, undefined)
    expect(digests(job)).toEqual(names.map(hex))
  })

  test('refuses what a worker refuses, and stops the others before it does', async () => {
    const worker = join(top, 'worker.cjs')
    writeFileSync(worker, "require('worker_threads').parentPort.postMessage({ code: 'some', message: 'fault' })")
    const threads = { workerFile: worker, workersFromRows: 1 }
    await expect(runSnapshotJob(jobOf('a'), threads, undefined)).rejects.toMatchObject({ fault: { code: 'some' } })
    const job = jobOf('n'.repeat(300), ...names)
    await expect(runSnapshotJob(job, { workerFile: null }, undefined)).rejects.toThrow('ENAMETOOLONG')
    expect(claimRows(job)).toBeNull()
  })
})

describe('the worker', () => {
  const run = (job: ReturnType<typeof jobOf>) =>
    new Promise<readonly unknown[]>((settle, fail) => {
      const messages: unknown[] = []
      const worker = new Worker(resolve('dist/snapshot-worker.cjs'), { workerData: job })
      worker.on('message', (message) => messages.push(message))
      worker.on('error', fail)
      worker.on('exit', () => settle(messages))
    })

  test('fills every row, or ends with the fault', async () => {
    writeAll()
    const job = jobOf(...names)
    expect(await run(job)).toEqual([])
    expect(digests(job)).toEqual(names.map(hex))
    const refused = await run(jobOf('n'.repeat(300)))
    expect(refused).toMatchObject([{ code: 'unreadable' }])
  })
})
