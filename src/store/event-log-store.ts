import {
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  writeSync,
} from 'node:fs'
import { dirname, join, sep } from 'node:path'
import type { EventLogOnDisk, EventLogPlace, EventLogs, EventLogWrite } from '../app/world-events.ts'
import { Refusal } from '../core/fault.ts'
import { REAL_STEPS, writeAtomically } from './atomic-write.ts'
import { LockTimeout, withFileLock } from './file-lock.ts'

const LOCK_TIMEOUT_MS = 60_000
const QUARANTINE = join('.hpp', 'quarantine')
const CHECKPOINT = '.checkpoint'
const CHECKPOINT_BYTES_MAX = 64 * 1024
const { O_APPEND, O_CREAT, O_NOFOLLOW = 0, O_RDONLY, O_RDWR, O_WRONLY } = constants

/** The steps of an append, so that a test can fail or stop at each of them. */
export type AppendSteps = {
  /** Writes some of the bytes at the end of the file and says how many. */
  write(fd: number, bytes: Uint8Array): number
  sync(fd: number): void
  truncate(fd: number, sizeBytes: number): void
}

const APPEND_STEPS: AppendSteps = {
  write: (fd, bytes) => writeSync(fd, bytes),
  sync: fsyncSync,
  truncate: ftruncateSync,
}

export type EventLogOptions = {
  /** Start time of a process, as the lock needs it. */
  readonly startOf: (pid: number) => string | null
  readonly now: () => Date
  readonly steps?: AppendSteps
}

/** The event logs on this disk. */
export function openEventLogs(options: EventLogOptions): EventLogs {
  return {
    read: async (place, look) => refusingTrouble(() => withLog(place, look)),
    append: async (place, plan) => refusingTrouble(() => appendText(place, plan, options)),
    cut: async (place, plan) => refusingTrouble(() => cutLog(place, plan, options)),
  }
}

function appendText(
  place: EventLogPlace,
  plan: (log: EventLogOnDisk) => EventLogWrite,
  options: EventLogOptions,
): void {
  const path = join(place.project, place.name)
  // Before any folder is made: what is refused on an empty log leaves nothing behind.
  if (!isThere(place)) plan(NO_LOG)
  makeFolders(place)
  underLock(path, options, () => {
    const isNew = !isThere(place)
    const { write, sizeBytes } = withLog(place, (log) => ({ write: plan(log), sizeBytes: log.sizeBytes }))
    const text = Buffer.from(write.text)
    const fd = openSync(path, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW, 0o644)
    try {
      writeWhole(fd, text, sizeBytes, options.steps ?? APPEND_STEPS)
    } finally {
      closeSync(fd)
    }
    if (isNew) REAL_STEPS.syncFolder(dirname(path))
    keepCheckpoint(path, write.checkpoint(text))
  })
}

/** The event is on the disk: a checkpoint that cannot be written only makes the next append read more. */
function keepCheckpoint(path: string, text: string): void {
  try {
    writeAtomically({ path: path + CHECKPOINT, text, mode: 0o644, flush: false })
  } catch {
    // the old one stays, and still fits a shorter beginning of this log
  }
}

/**
 * One write, then a flush; only then is the event told of. A write that stops half way (a full disk) is taken back:
 * 1. write: a crash here leaves a torn last line, which every reader names and `event repair` moves away;
 * 2. flush: a crash before it may lose the line, which nobody was told of;
 * 3. where either fails: cut to the old size, so that no half line stays.
 */
function writeWhole(fd: number, bytes: Uint8Array, sizeBefore: number, steps: AppendSteps): void {
  try {
    for (let at = 0; at < bytes.length; ) at += steps.write(fd, bytes.subarray(at))
    steps.sync(fd)
  } catch (error) {
    try {
      steps.truncate(fd, sizeBefore)
    } catch (failure) {
      const what = `the event could not be written, nor half a line of it taken back (${messageOf(failure)})`
      throw new Refusal(
        { code: 'event/write-failed', message: what, hint: 'run: bylaw event repair' },
        { cause: error },
      )
    }
    const message = `the event could not be written: ${messageOf(error)}`
    throw new Refusal({ code: 'event/write-failed', message, hint: 'nothing was recorded' }, { cause: error })
  }
}

function cutLog(
  place: EventLogPlace,
  plan: (log: EventLogOnDisk) => number | null,
  options: EventLogOptions,
): string | null {
  const path = join(place.project, place.name)
  if (!isThere(place)) return null
  return underLock(path, options, () => {
    const found = withLog(place, (log) => {
      const keepBytes = plan(log)
      return keepBytes === null ? null : { keepBytes, tail: log.bytes(keepBytes) }
    })
    if (found === null) return null
    const name = join(QUARANTINE, `${place.name.split(sep).slice(1).join('-')}-${stampOf(options.now())}`)
    // The tail is safe in its own file before the log lets go of it: a crash in between leaves it in both.
    const kept = keepTail(place, name, found.tail)
    const fd = openSync(path, O_RDWR | O_NOFOLLOW)
    try {
      ftruncateSync(fd, found.keepBytes)
      fsyncSync(fd)
    } finally {
      closeSync(fd)
    }
    return kept
  })
}

function keepTail(place: EventLogPlace, name: string, tail: Uint8Array): string {
  refuseLink(place, QUARANTINE)
  mkdirSync(join(place.project, QUARANTINE), { recursive: true })
  for (let copy = 1; ; copy += 1) {
    const kept = copy === 1 ? name : `${name}-${copy}`
    try {
      const fd = openSync(join(place.project, kept), 'wx', 0o644)
      try {
        for (let at = 0; at < tail.length; ) at += writeSync(fd, tail, at)
        fsyncSync(fd)
      } finally {
        closeSync(fd)
      }
      REAL_STEPS.syncFolder(join(place.project, QUARANTINE))
      return kept
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
}

function stampOf(now: Date): string {
  return now.toISOString().replace(/[-:]|[.]\d+/g, '')
}

const NO_LOG: EventLogOnDisk = { sizeBytes: 0, checkpoint: null, bytes: () => new Uint8Array() }

function withLog<T>(place: EventLogPlace, look: (log: EventLogOnDisk) => T): T {
  if (!isThere(place)) return look(NO_LOG)
  const path = join(place.project, place.name)
  const fd = openSync(path, O_RDONLY | O_NOFOLLOW)
  try {
    const sizeBytes = fstatSync(fd).size
    const bytes = (from: number, to = sizeBytes) => readPart(fd, from, Math.min(to, sizeBytes))
    return look({ sizeBytes, checkpoint: readCheckpoint(path + CHECKPOINT), bytes })
  } finally {
    closeSync(fd)
  }
}

function readPart(fd: number, from: number, to: number): Uint8Array {
  const bytes = Buffer.allocUnsafe(Math.max(0, to - from))
  let at = 0
  while (at < bytes.length) {
    const count = readSync(fd, bytes, at, bytes.length - at, from + at)
    if (count === 0) break // it got shorter since: what is there is what is read
    at += count
  }
  return bytes.subarray(0, at)
}

function readCheckpoint(path: string): string | null {
  try {
    const stats = lstatSync(path)
    return stats.isFile() && stats.size <= CHECKPOINT_BYTES_MAX ? readFileSync(path, 'utf8') : null
  } catch {
    return null
  }
}

function isThere(place: EventLogPlace): boolean {
  for (const part of partsOf(place.name)) refuseLink(place, part)
  const stats = lstatSync(join(place.project, place.name), { throwIfNoEntry: false })
  if (stats === undefined) return false
  if (stats.isFile()) return true
  throw new Refusal({ code: 'event/no-file', message: `the event log ${place.name} is no file` })
}

/** A log that is reached through a link lies somewhere else: what is recorded there is not this project's. */
function refuseLink(place: EventLogPlace, part: string): void {
  const stats = lstatSync(join(place.project, part), { throwIfNoEntry: false })
  if (!stats?.isSymbolicLink()) return
  const message = `${part} is a link, and an event log is never reached through one`
  throw new Refusal({ code: 'event/link', message, hint: `put a folder or file of its own in place of ${part}` })
}

/** `.hpp`, `.hpp/work`, and so on to the log itself. */
function partsOf(name: string): readonly string[] {
  const parts = name.split(sep)
  return parts.map((_, at) => parts.slice(0, at + 1).join(sep))
}

function makeFolders(place: EventLogPlace): void {
  for (const part of partsOf(place.name).slice(0, -1)) {
    const path = join(place.project, part)
    if (lstatSync(path, { throwIfNoEntry: false }) !== undefined) continue
    mkdirSync(path, { recursive: true })
    REAL_STEPS.syncFolder(dirname(path))
  }
}

function underLock<T>(path: string, { startOf }: EventLogOptions, body: () => T): T {
  try {
    return withFileLock(`${path}.lock`, { startOf, timeoutMs: LOCK_TIMEOUT_MS }, body)
  } catch (error) {
    if (!(error instanceof LockTimeout)) throw error
    const message = 'another program is writing this event log'
    throw new Refusal({ code: 'event/locked', message, hint: `if nothing runs, remove ${path}.lock` }, { cause: error })
  }
}

const WRITE_TROUBLE: ReadonlySet<unknown> = new Set([
  ...['ENOSPC', 'EDQUOT', 'EACCES', 'EPERM', 'EROFS'],
  // A file or something else stands where a folder is wanted.
  ...['ENOTDIR', 'EEXIST', 'EISDIR', 'ENXIO'],
])

/** A full or read-only disk met before the event's own write, at a folder or the lock, is no mistake of ours. */
function refusingTrouble<T>(body: () => T): T {
  try {
    return body()
  } catch (error) {
    if (error instanceof Refusal || !WRITE_TROUBLE.has((error as NodeJS.ErrnoException).code)) throw error
    const message = `the event log cannot be used: ${messageOf(error)}`
    throw new Refusal({ code: 'event/not-writable', message, hint: 'nothing was recorded' }, { cause: error })
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
