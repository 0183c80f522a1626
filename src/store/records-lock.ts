import { randomUUID } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isStaleLock, type LockHolder, type LockOwner } from '../core/records/lock-owner.ts'
import { parseLockOwner, renderLockOwner } from './lock-owner-file.ts'

/** How long a command may hold the lock. Whoever takes longer finds out before it writes. */
const HOLD_MS = 120_000
const [POLL_MIN_MS, POLL_MAX_MS] = [20, 60]
/** A lock that another process moves aside by mistake is back after this. */
const MOVED_MS = 100

export type LockAttempt = { readonly path: string; readonly holder: LockHolder; readonly waitMs: number }

/** A lock that is held. */
export type HeldLock = {
  /** Whether it still is: it may have expired, or been taken for stale. */
  isHeld(): Promise<boolean>
  release(): void
}

/**
 * Takes the lock that chant's verbs take too (records.md 9): a folder, made in one step, with an owner file in it. A
 * stale one is moved aside in one step and removed; one that turns out fresh is moved back. Without luck the answer is
 * who holds it.
 */
export async function takeRecordsLock({ path, holder, waitMs }: LockAttempt): Promise<HeldLock | LockOwner | null> {
  const deadlineMs = Date.now() + waitMs
  for (;;) {
    const held = tryTake(path, holder)
    if (held !== null) return held
    const owner = readOwner(path)
    if (isStale(path, owner)) moveAside(path)
    else if (Date.now() >= deadlineMs) return owner
    else await sleep(POLL_MIN_MS + Math.random() * (POLL_MAX_MS - POLL_MIN_MS))
  }
}

/** The lock under a token that somebody else took for a batch of commands; null where that does not hold. */
export async function joinRecordsLock(path: string, token: string): Promise<HeldLock | null> {
  const held = { isHeld: () => isHeldBy(path, token), release: () => undefined }
  return (await held.isHeld()) ? held : null
}

function tryTake(path: string, holder: LockHolder): HeldLock | null {
  const token = randomUUID()
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return null
    throw error
  }
  const nowMs = Date.now()
  const owner: LockOwner = {
    token,
    pid: process.pid,
    host: hostname(),
    ...holder,
    acquiredAt: new Date(nowMs).toISOString(),
    expiresAtMs: nowMs + HOLD_MS,
  }
  if (!sign(path, owner)) return null
  return { isHeld: () => isHeldBy(path, token), release: () => release(path, token) }
}

/** By a link, not a rename: were the lock moved aside meanwhile, the owner file of the next holder stays his. */
function sign(path: string, owner: LockOwner): boolean {
  const draft = join(path, `.owner-${owner.token}`)
  try {
    writeFileSync(draft, renderLockOwner(owner), { mode: 0o600 })
    linkSync(draft, join(path, 'owner.json'))
    rmSync(draft)
    return true
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return false
    rmSync(draft, { force: true })
    if (code === 'EEXIST') return false
    // A file system without links: the owner file appears half-written at worst, which reads as not signed yet.
    writeFileSync(join(path, 'owner.json'), renderLockOwner(owner), { mode: 0o600, flag: 'wx' })
    return true
  }
}

function readOwner(path: string): LockOwner | null {
  try {
    return parseLockOwner(readFileSync(join(path, 'owner.json'), 'utf8'))
  } catch {
    return null // not signed yet, or gone: the next round tells
  }
}

async function isHeldBy(path: string, token: string): Promise<boolean> {
  const isMine = () => {
    const owner = readOwner(path)
    return owner?.token === token && owner.expiresAtMs > Date.now()
  }
  if (isMine()) return true
  await sleep(MOVED_MS)
  return isMine()
}

function isStale(path: string, owner: LockOwner | null): boolean {
  let ageMs: number
  try {
    ageMs = Date.now() - statSync(path).mtimeMs
  } catch {
    return false // gone: the next round tries to make it
  }
  return isStaleLock({ owner, ageMs }, { nowMs: Date.now(), host: hostname(), isAlive })
}

function moveAside(path: string): void {
  const aside = `${path}.stale-${randomUUID()}`
  try {
    renameSync(path, aside)
  } catch {
    return // somebody else was quicker
  }
  const owner = readOwner(aside)
  if (owner !== null && !isStale(aside, owner)) {
    try {
      renameSync(aside, path)
      return
    } catch {
      // A new lock stands there already. The holder of this one finds out before it writes.
    }
  }
  rmSync(aside, { recursive: true, force: true })
}

function release(path: string, token: string): void {
  if (readOwner(path)?.token !== token) return
  const aside = `${path}.done-${token}`
  try {
    renameSync(path, aside)
  } catch {
    return
  }
  rmSync(aside, { recursive: true, force: true })
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
