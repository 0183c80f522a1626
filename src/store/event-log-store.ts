import {
  closeSync,
  constants,
  fsyncSync,
  ftruncateSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  writeSync,
} from 'node:fs'
import { dirname, join, sep } from 'node:path'
import type { EventLogPlace, EventLogs } from '../app/world-events.ts'
import { Refusal } from '../core/fault.ts'
import { LockTimeout, withFileLock } from './file-lock.ts'

const LOCK_TIMEOUT_MS = 60_000
const QUARANTINE = join('.hpp', 'quarantine')
const { O_APPEND, O_CREAT, O_NOFOLLOW = 0, O_RDWR, O_WRONLY } = constants

/** The steps of an append, so that a test can fail or stop at each of them. */
export type AppendSteps = {
  /** Writes some of the bytes at the end of the file and says how many. */
  write(fd: number, bytes: Uint8Array): number
  sync(fd: number): void
  truncate(fd: number, sizeBytes: number): void
}

const REAL_STEPS: AppendSteps = {
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
    read: async (place) => readLog(place),
    append: async (place, plan) => appendLine(place, plan, options),
    cut: async (place, plan) => cutLog(place, plan, options),
  }
}

function appendLine(place: EventLogPlace, plan: (bytes: Uint8Array) => string, options: EventLogOptions): void {
  const path = join(place.project, place.name)
  // Before any folder is made: what is refused on an empty log leaves nothing behind.
  if (readLog(place) === null) plan(new Uint8Array())
  makeFolders(place)
  underLock(path, options, () => {
    const known = readLog(place)
    const bytes = known ?? new Uint8Array()
    const text = Buffer.from(plan(bytes))
    const fd = openSync(path, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW, 0o644)
    try {
      writeWhole(fd, text, bytes.length, options.steps ?? REAL_STEPS)
    } finally {
      closeSync(fd)
    }
    if (known === null) syncFolder(dirname(path))
  })
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
  plan: (bytes: Uint8Array) => { readonly keepBytes: number } | null,
  options: EventLogOptions,
): string | null {
  const path = join(place.project, place.name)
  if (readLog(place) === null) return null
  return underLock(path, options, () => {
    const bytes = readLog(place) ?? new Uint8Array()
    const cut = plan(bytes)
    if (cut === null) return null
    const name = join(QUARANTINE, `${place.name.split(sep).slice(1).join('-')}-${stampOf(options.now())}`)
    // The tail is safe in its own file before the log lets go of it: a crash in between leaves it in both.
    const kept = keepTail(place, name, bytes.subarray(cut.keepBytes))
    const fd = openSync(path, O_RDWR | O_NOFOLLOW)
    try {
      ftruncateSync(fd, cut.keepBytes)
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
      syncFolder(join(place.project, QUARANTINE))
      return kept
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
}

function stampOf(now: Date): string {
  return now.toISOString().replace(/[-:]|[.]\d+/g, '')
}

function readLog(place: EventLogPlace): Uint8Array | null {
  for (const part of partsOf(place.name)) refuseLink(place, part)
  const path = join(place.project, place.name)
  const stats = lstatSync(path, { throwIfNoEntry: false })
  if (stats === undefined) return null
  if (!stats.isFile()) throw new Refusal({ code: 'event/no-file', message: `the event log ${place.name} is no file` })
  return readFileSync(path)
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
    syncFolder(dirname(path))
  }
}

function syncFolder(folder: string): void {
  const fd = openSync(folder, 'r')
  try {
    fsyncSync(fd)
  } finally {
    closeSync(fd)
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

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
