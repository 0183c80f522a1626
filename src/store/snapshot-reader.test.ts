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
import { join } from 'node:path'
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

  test('a young file is read twice, because a write within one step of the clock leaves its times alone', () => {
    writeFileSync(join(top, 'a'), 'one')
    const job = jobOf('a')
    const reader = disturbed((times) => times === 1 && writeFileSync(join(top, 'a'), 'two'))
    readRows(job, reader, { from: 0, to: 1 })
    expect(digests(job)).toEqual([hex('two')])
  })

  test('a rewrite that leaves the size is noticed', () => {
    writeFileSync(join(top, 'a'), 'one')
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20)
    const reader = disturbed(() => writeFileSync(join(top, 'a'), 'two'))
    expect(hashFile(reader, join(top, 'a'), identityOf(lstatSync(join(top, 'a'))))).toBeNull()
  })

  test('what is no file keeps no identity that its digest could be taken for', () => {
    symlinkSync('a', join(top, 'link'))
    const job = jobOf('gone', 'link')
    job.identities.fill(1)
    readRows(job, openSnapshotReader(createHash), { from: 0, to: 2 })
    expect([...job.identities].every(Number.isNaN)).toBe(true)
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
    execFileSync('sh', ['-c', 'mkfifo "$0"', join(top, 'pipe')])
    symlinkSync('a', join(top, 'link'))
    mkdirSync(join(top, 'folder'))
    const reader = openSnapshotReader(createHash)
    expect(hashFile(reader, join(top, 'a'), identity)?.toString('hex')).toBe(hex('one'))
    for (const name of ['pipe', 'link', 'folder', 'gone', 'a/b'])
      expect(hashFile(reader, join(top, name), identity)).toBeNull()
  })
})
