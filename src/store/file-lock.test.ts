import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildFixture, runFixture } from '../../test/support/run-fixture.ts'
import { openProcessTable } from '../sys/process-table.ts'
import { LockTimeout, withFileLock } from './file-lock.ts'

const { row } = openProcessTable()
const startOf = (pid: number) => row(pid)?.start ?? null

/** Adds to a counter in a file, which loses counts where two do so at once; or dies while it holds the lock. */
const SOURCE = `
  import { readFileSync, writeFileSync } from 'node:fs'
  import { withFileLock } from './src/store/file-lock.ts'
  import { openProcessTable } from './src/sys/process-table.ts'
  const [lock, counter, times, end] = process.argv.slice(2)
  const { row } = openProcessTable()
  const options = { timeoutMs: 30_000, startOf: (pid) => row(pid)?.start ?? null }
  for (let i = 0; i < Number(times); i++) {
    withFileLock(lock, options, () => {
      const before = Number(readFileSync(counter, 'utf8'))
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, Math.random() * 2)
      writeFileSync(counter, String(before + 1))
    })
  }
  if (end === 'hold') withFileLock(lock, options, () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 400))
  if (end === 'die') withFileLock(lock, options, () => process.kill(process.pid, 'SIGKILL'))
`

let programs: string
let program: string
let gonePid: number
beforeAll(async () => {
  programs = mkdtempSync(join(tmpdir(), 'bylaw-lock-'))
  program = await buildFixture(programs, 'count', SOURCE)
  gonePid = Number(spawnSync('sh', ['-c', 'echo $$'], { encoding: 'utf8' }).stdout)
})
afterAll(() => rmSync(programs, { recursive: true, force: true }))

let folder: string
let lock: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bylaw-lock-'))
  lock = join(folder, 'lock')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const take = (timeoutMs = 400) => withFileLock(lock, { timeoutMs, startOf }, () => readFileSync(lock, 'utf8'))

describe('withFileLock', () => {
  it('signs the lock with process and start time, gives the value of its body and leaves nothing', () => {
    expect(take()).toBe(`${process.pid} ${startOf(process.pid) ?? '-'}\n`)
    expect(readdirSync(folder)).toEqual([])
  })

  it('lets go where its body throws', () => {
    const fail = () => withFileLock(lock, { startOf }, () => expect.fail('in the body'))
    expect(fail).toThrow('in the body')
    expect(readdirSync(folder)).toEqual([])
  })

  it.each([
    ['a holder that is gone', () => `${gonePid} 12345\n`],
    ['a holder that is gone and had no start time', () => `${gonePid} -\n`],
    ['another process under the number of the holder', () => `${process.pid} 1\n`],
  ])('takes the lock of %s', (_, text) => {
    writeFileSync(lock, text())
    expect(take()).toContain(`${process.pid} `)
    expect(readdirSync(folder)).toEqual([])
  })

  it('takes a lock although a breaker died over it too', () => {
    writeFileSync(lock, `${gonePid} 12345\n`)
    writeFileSync(`${lock}.break`, `${gonePid} 12345\n`)
    expect(take()).toContain(`${process.pid} `)
    expect(readdirSync(folder)).toEqual([])
  })

  it.each([
    ['empty', ''],
    ['half signed', '12'],
    ['something else', 'hello\nworld\n'],
  ])('takes an old lock that is %s, and waits for a young one', (_, text) => {
    writeFileSync(lock, text)
    expect(() => take(60)).toThrow(LockTimeout)
    const longAgo = Date.now() / 1000 - 10
    utimesSync(lock, longAgo, longAgo)
    expect(take()).toContain(`${process.pid} `)
  })

  it.each([
    ['with its start time', () => `${process.pid} ${startOf(process.pid)}\n`],
    ['without a start time', () => `${process.pid} -\n`],
  ])('waits for a living holder %s and says after the wait who holds what', (_, text) => {
    writeFileSync(lock, text())
    const started = performance.now()
    expect(() => take(150)).toThrow(`another process holds ${lock}`)
    expect(performance.now() - started).toBeGreaterThan(140)
    expect(readFileSync(lock, 'utf8')).toBe(text())
  })

  it('says why where the lock cannot be made', () => {
    expect(() => withFileLock(join(folder, 'no', 'lock'), { startOf }, () => 1)).toThrow(/ENOENT/)
  })

  it('gets the lock as soon as a living holder lets go', async () => {
    const counter = join(folder, 'counter')
    writeFileSync(counter, '0')
    const holder = runFixture(program, [lock, counter, '0', 'hold'])
    while (!existsSync(lock)) await new Promise((go) => setTimeout(go, 2))
    const started = performance.now()
    expect(take(5_000)).toContain(`${process.pid} `)
    expect(performance.now() - started).toBeLessThan(2_000)
    expect((await holder).code).toBe(0)
  })

  it('never lets two processes in at once, also over locks of dead holders', async () => {
    const counter = join(folder, 'counter')
    writeFileSync(counter, '0')
    writeFileSync(lock, `${gonePid} 12345\n`)
    const counting = Array.from({ length: 8 }, () => runFixture(program, [lock, counter, '25']))
    const dying = Array.from({ length: 3 }, () => runFixture(program, [lock, counter, '3', 'die']))
    expect((await Promise.all(counting)).map((one) => one.stderr).join('')).toBe('')
    expect((await Promise.all(dying)).map((one) => one.signal)).toEqual(['SIGKILL', 'SIGKILL', 'SIGKILL'])
    expect(readFileSync(counter, 'utf8')).toBe(String(8 * 25 + 3 * 3))
    take() // the last to die may have held it
    expect(readdirSync(folder)).toEqual(['counter'])
  })
})
