import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  appendFileSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { Worker } from 'node:worker_threads'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { identityOf } from './identity-of.ts'
import { hashFile } from './snapshot-file.ts'
import { makeSnapshotJob, ROW_KINDS } from './snapshot-job.ts'
import { openSnapshotReader, readRows } from './snapshot-reader.ts'

let top = ''
beforeEach(() => {
  top = realpathSync(mkdtempSync(join(tmpdir(), 'bylaw-snapshot-')))
})
afterEach(() => rmSync(top, { recursive: true, force: true }))

const jobOf = (...names: readonly string[]) => makeSnapshotJob(top, Buffer.from(names.join('\0')), names.length)
const hex = (content: string) => createHash('sha256').update(content).digest('hex')
const digests = (job: ReturnType<typeof jobOf>) =>
  Array.from(job.kinds, (_, row) => Buffer.from(job.digests.subarray(row * 32, row * 32 + 32)).toString('hex'))

/** A reader during whose reads something happens, given how often it has read before. */
function disturbed(happen: (times: number) => void) {
  let times = 0
  return openSnapshotReader((name) => {
    happen(times)
    times += 1
    return createHash(name)
  })
}

describe('while it is read', () => {
  test('a file that changes once is read again', () => {
    writeFileSync(join(top, 'a'), 'one')
    const job = jobOf('a')
    const reader = disturbed((times) => times === 0 && appendFileSync(join(top, 'a'), ' more'))
    readRows(job, reader, { from: 0, to: 1 })
    expect(digests(job)).toEqual([hex('one more')])
  })

  test.each<[string, () => void]>([
    ['grows', () => appendFileSync(join(top, 'a'), '!')],
    ['shrinks', () => writeFileSync(join(top, 'a'), lstatSync(join(top, 'a')).size > 4 ? 'four' : 'one')],
    [
      'is rewritten with the same size',
      () => writeFileSync(join(top, 'a'), `${lstatSync(join(top, 'a')).size}${Math.random()}`.slice(0, 12)),
    ],
  ])('a file that %s each time is refused by name', (_, change) => {
    writeFileSync(join(top, 'a'), 'twelve bytes')
    const reader = disturbed(change)
    expect(() => readRows(jobOf('a'), reader, { from: 0, to: 1 })).toThrow(/^a, .* changes while it is read$/)
  })

  test('a folder that a link replaces is looked at again, and its files are missing', () => {
    const outside = `${top}-outside`
    mkdirSync(outside)
    mkdirSync(join(top, 'dir'))
    for (const name of ['a', 'b']) {
      writeFileSync(join(top, 'dir', name), 'inside')
      writeFileSync(join(outside, name), 'outside')
    }
    const reader = disturbed((times) => {
      if (times > 0) return
      renameSync(join(top, 'dir'), join(top, 'old'))
      symlinkSync(outside, join(top, 'dir'))
    })
    const job = jobOf('dir/a', 'dir/b')
    readRows(job, reader, { from: 0, to: 2 })
    rmSync(outside, { recursive: true })
    expect([...job.kinds]).toEqual([ROW_KINDS.missing, ROW_KINDS.missing])
  })

  test('a pipe, a folder or a link that came in the place of a file is not waited for', () => {
    writeFileSync(join(top, 'a'), 'one')
    const identity = identityOf(lstatSync(join(top, 'a')))
    execFileSync('mkfifo', [join(top, 'pipe')])
    symlinkSync('a', join(top, 'link'))
    mkdirSync(join(top, 'folder'))
    const reader = openSnapshotReader(createHash)
    expect(hashFile(reader, join(top, 'a'), identity)?.toString('hex')).toBe(hex('one'))
    for (const name of ['pipe', 'link', 'folder', 'gone', 'a/b'])
      expect(hashFile(reader, join(top, name), identity)).toBeNull()
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
    const names = Array.from({ length: 150 }, (_, at) => `f${at}`)
    for (const name of names) writeFileSync(join(top, name), name)
    const job = jobOf(...names)
    expect(await run(job)).toEqual([])
    expect(digests(job)).toEqual(names.map(hex))
    const refused = await run(jobOf('n'.repeat(300)))
    expect(refused).toMatchObject([{ code: 'unreadable' }])
  })
})
