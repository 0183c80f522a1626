import { spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openRecordWrites } from './record-writes.ts'

const HOLDER = { verb: 'amend', by: 'ana', agent: null }

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bylaw-lock-'))
  mkdirSync(join(folder, 'git'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const place = () => ({ folder, gitFolder: join(folder, 'git') })
const lock = () => join(folder, 'git', 'chant-write.lock')
const writes = (environment: NodeJS.ProcessEnv = { CHANT_WRITE_LOCK_WAIT_MS: '40' }) =>
  openRecordWrites({ environment, now: () => new Date('2026-11-02T12:00:00Z') })

/** What another tool would leave there. */
function hold(owner: object | null, ageMs = 0): void {
  mkdirSync(lock())
  if (owner !== null) writeFileSync(join(lock(), 'owner.json'), JSON.stringify(owner))
  const at = new Date(Date.now() - ageMs)
  utimesSync(lock(), at, at)
}

const OWNER = {
  token: 't',
  pid: process.pid,
  host: hostname(),
  verb: 'review',
  by: 'ben',
  agent: null,
  acquiredAt: new Date().toISOString(),
  expiresAt: new Date(Date.now() + 60_000).toISOString(),
}

describe('the lock of the record verbs', () => {
  test('is a folder with an owner file in it, and gone afterwards', async () => {
    await writes().locked(place(), HOLDER, async () => {
      const owner = JSON.parse(readFileSync(join(lock(), 'owner.json'), 'utf8'))
      expect(Object.keys(owner).sort()).toEqual(Object.keys(OWNER).sort())
      expect(owner).toMatchObject({ pid: process.pid, host: hostname(), ...HOLDER })
      expect(Date.parse(owner.expiresAt) - Date.parse(owner.acquiredAt)).toBe(120_000)
    })
    expect(readdirSync(join(folder, 'git'))).toEqual([])
  })

  test('one that is held is waited for, and its holder named', async () => {
    hold(OWNER)
    const waiting = writes().locked(place(), HOLDER, async () => undefined)
    await expect(waiting).rejects.toMatchObject({ fault: { code: 'write-lock-timeout' } })
    await expect(waiting).rejects.toThrow(/review by ben since .*, process \d+ on /)
    expect(existsSync(lock())).toBe(true)
  })

  const gone = spawnSync('true').pid
  test.each([
    ['whose process is gone', { ...OWNER, pid: gone }, 0],
    ['that expired', { ...OWNER, expiresAt: new Date(Date.now() - 1).toISOString() }, 0],
    ['without an owner file for long', null, 6_000],
    ['with an owner file that cannot be read, for long', { token: 1 }, 6_000],
  ])('one %s is taken over', async (_, owner, ageMs) => {
    hold(owner, ageMs)
    await expect(writes().locked(place(), HOLDER, async () => 'mine')).resolves.toBe('mine')
    expect(readdirSync(join(folder, 'git'))).toEqual([])
  })

  test.each([
    ['without an owner file for a moment', null],
    ['of a process of another host', { ...OWNER, pid: gone, host: 'elsewhere' }],
    ['that no process holds', { ...OWNER, pid: null }],
  ])('one %s is not', async (_, owner) => {
    hold(owner)
    const waiting = writes().locked(place(), HOLDER, async () => undefined)
    await expect(waiting).rejects.toMatchObject({ fault: { code: 'write-lock-timeout' } })
  })

  test('a batch goes ahead under the token of its lock, and not under another', async () => {
    hold({ ...OWNER, pid: null })
    const batch = (token: string) => writes({ CHANT_WRITE_LOCK: token }).locked(place(), HOLDER, async () => 'done')
    await expect(batch('t')).resolves.toBe('done')
    expect(existsSync(lock())).toBe(true)
    await expect(batch('other')).rejects.toMatchObject({ fault: { code: 'write-lock-not-held' } })
  })

  test('whoever lost the lock meanwhile does not write', async () => {
    const path = join(folder, 'd.md')
    const losing = writes().locked(place(), HOLDER, async (writer) => {
      rmSync(lock(), { recursive: true })
      hold(OWNER)
      await writer.create(path, 'text\n')
    })
    await expect(losing).rejects.toMatchObject({ fault: { code: 'write-lock-not-held' } })
    expect(existsSync(path)).toBe(false)
    expect(JSON.parse(readFileSync(join(lock(), 'owner.json'), 'utf8'))).toEqual(OWNER)
  })

  test('many in one process go one after the other', async () => {
    let inside = 0
    const most: number[] = []
    const one = () =>
      writes({}).locked(place(), HOLDER, async () => {
        inside += 1
        most.push(inside)
        await new Promise((settle) => setTimeout(settle, 2))
        inside -= 1
      })
    await Promise.all([one(), one(), one(), one()])
    expect(most).toEqual([1, 1, 1, 1])
  })

  test('outside of git it lies in the temporary folder, under a name made of the folder', async () => {
    const outside = { folder, gitFolder: null }
    await writes().locked(outside, HOLDER, async () => {
      const waiting = writes().locked(outside, HOLDER, async () => undefined)
      await expect(waiting).rejects.toMatchObject({ fault: { code: 'write-lock-timeout' } })
    })
  })
})

describe('writes under the lock', () => {
  test('are noted by the bytes of the file', async () => {
    const path = join(folder, 'docs', 'd.md')
    mkdirSync(join(folder, 'docs'))
    await writes().locked(place(), HOLDER, (writer) => writer.create(path, 'text\n'))
    expect(await writes().journal(place())).toEqual(
      new Map([
        [
          'docs/d.md',
          {
            sha256: 'b9e68e1bea3e5b19ca6b2f98b73a54b73daafaa250484902e09982e07a12e733',
            verb: 'amend',
            by: 'ana',
            agent: null,
            at: '2026-11-02T12:00:00.000Z',
          },
        ],
      ]),
    )
  })

  test('never lie over another file, nor over another text than was read', async () => {
    const path = join(folder, 'd.md')
    writeFileSync(path, 'old\n')
    const create = writes().locked(place(), HOLDER, (writer) => writer.create(path, 'new\n'))
    await expect(create).rejects.toMatchObject({ fault: { code: 'file-exists' } })
    const replace = (before: string) =>
      writes().locked(place(), HOLDER, (writer) => writer.replace(path, { before, after: 'new\n' }))
    await expect(replace('older\n')).rejects.toMatchObject({ fault: { code: 'changed-meanwhile' } })
    expect(readFileSync(path, 'utf8')).toBe('old\n')
    await replace('old\n')
    expect(readFileSync(path, 'utf8')).toBe('new\n')
  })

  test('a journal that cannot be read is begun anew', async () => {
    writeFileSync(join(folder, 'git', 'chant-writes.json'), '{"version": 2}')
    expect(await writes().journal(place())).toEqual(new Map())
    await writes().locked(place(), HOLDER, (writer) => writer.create(join(folder, 'd.md'), 'text\n'))
    expect([...(await writes().journal(place())).keys()]).toEqual(['d.md'])
  })
})
