import { closeSync, openSync, readFileSync, statSync, unlinkSync, writeSync } from 'node:fs'

/** A lock that could not be had in time. */
export class LockTimeout extends Error {
  constructor(path: string) {
    super(`another process holds ${path}`)
    this.name = 'LockTimeout'
  }
}

export type LockOptions = {
  readonly timeoutMs?: number
  /** Start time of a process in clock ticks, null where it is gone or the system does not tell. */
  readonly startOf: (pid: number) => string | null
}

/** An empty lock file older than this was left by a holder that died between making and signing it. */
const UNSIGNED_MS = 2_000

/**
 * Runs `body` while this process alone holds the lock file. A holder that died is found by its process id and start
 * time, so a lock never outlives its process; a living holder is waited for, in short random steps.
 */
export function withFileLock<T>(path: string, options: LockOptions, body: () => T): T {
  acquire(path, options)
  try {
    return body()
  } finally {
    unlinkSync(path)
  }
}

function acquire(path: string, options: LockOptions): void {
  const deadline = Date.now() + (options.timeoutMs ?? 5_000)
  while (!tryCreate(path, options)) {
    if (isAbandoned(path, options)) breakLock(path, options)
    else if (Date.now() > deadline) throw new LockTimeout(path)
    else pause(1 + Math.random() * 6)
  }
}

function tryCreate(path: string, options: LockOptions): boolean {
  let fd: number
  try {
    fd = openSync(path, 'wx', 0o600)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
  try {
    writeSync(fd, `${process.pid} ${options.startOf(process.pid) ?? '-'}\n`)
  } catch (error) {
    removeQuietly(path) // a full disk takes the name but not the text: nobody is to wait for it
    throw error
  } finally {
    closeSync(fd)
  }
  return true
}

/** Two breakers must not both remove a lock: only the holder of the breaker's own lock file looks again and removes. */
function breakLock(path: string, options: LockOptions): void {
  const breaker = `${path}.break`
  if (!tryCreate(breaker, options)) {
    if (isAbandoned(breaker, options)) removeQuietly(breaker)
    pause(2)
    return
  }
  try {
    if (isAbandoned(path, options)) removeQuietly(path)
  } finally {
    removeQuietly(breaker)
  }
}

function isAbandoned(path: string, options: LockOptions): boolean {
  let text: string
  let ageMs: number
  try {
    const stats = statSync(path)
    if (!stats.isFile()) return false // put there by somebody else: waited for, then reported
    text = readFileSync(path, 'utf8')
    ageMs = Date.now() - stats.mtimeMs
  } catch {
    return false // gone again: the next round tries to create it
  }
  const match = /^(\d+) (\S+)\n$/.exec(text)
  if (!match) return ageMs > UNSIGNED_MS
  const pid = Number(match[1])
  return !isAlive(pid) || (match[2] !== '-' && (options.startOf(pid) ?? match[2]) !== match[2])
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function removeQuietly(path: string): void {
  try {
    unlinkSync(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}

function pause(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}
