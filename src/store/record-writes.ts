import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, sep } from 'node:path'
import type { RecordWriter, RecordWrites, WritePlace } from '../app/world-record-writes.ts'
import { Refusal } from '../core/fault.ts'
import { type LockHolder, sayHolder } from '../core/records/lock-owner.ts'
import { parseWriteJournal, renderWriteJournal, type WriteJournal } from '../core/records/write-journal.ts'
import { REAL_STEPS, type WriteSteps, writeAtomically } from './atomic-write.ts'
import { createFile, replaceFile } from './place-file.ts'
import { type HeldLock, joinRecordsLock, takeRecordsLock } from './records-lock.ts'

const WAIT_MS = 15_000

export type RecordWritesOptions = {
  readonly environment: NodeJS.ProcessEnv
  readonly now: () => Date
  readonly steps?: WriteSteps
}

/** The record verbs on this disk. */
export function openRecordWrites(options: RecordWritesOptions): RecordWrites {
  return {
    async locked(place, holder, body) {
      const lock = await takeLock(lockPath(place), holder, options.environment)
      try {
        return await body(openWriter(place, { lock, holder, options }))
      } finally {
        lock.release()
      }
    },
    journal: async (place) => readJournal(place),
  }
}

/** One lock for each work tree; outside of git a name made of the folder, so that all find the same. */
function lockPath({ folder, gitFolder }: WritePlace): string {
  if (gitFolder !== null) return join(gitFolder, 'chant-write.lock')
  const name = createHash('sha256').update(folder).digest('hex').slice(0, 16)
  return join(tmpdir(), `chant-write-${name}.lock`)
}

async function takeLock(path: string, holder: LockHolder, environment: NodeJS.ProcessEnv): Promise<HeldLock> {
  try {
    const token = environment['CHANT_WRITE_LOCK']
    if (token) return (await joinRecordsLock(path, token)) ?? notHeld()
    const taken = await takeRecordsLock({ path, holder, waitMs: waitMs(environment['CHANT_WRITE_LOCK_WAIT_MS']) })
    if (taken !== null && 'release' in taken) return taken
    const message = `another write has the lock: ${sayHolder(taken)}`
    throw new Refusal({ code: 'write-lock-timeout', message, hint: 'try again once it has ended', at: { file: path } })
  } catch (error) {
    if (error instanceof Refusal || (error as NodeJS.ErrnoException).code === undefined) throw error
    throw notWritable(path, error as Error)
  }
}

function waitMs(text: string | undefined): number {
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : WAIT_MS
}

function notHeld(): never {
  const message = 'the lock is not held any more: it expired, or its token is another'
  throw new Refusal({ code: 'write-lock-not-held', message, hint: 'run the command again' })
}

type Held = { readonly lock: HeldLock; readonly holder: LockHolder; readonly options: RecordWritesOptions }

/**
 * A file first, then the journal: a crash between them leaves an entry for other bytes, which counts for nothing.
 */
function openWriter(place: WritePlace, { lock, holder, options }: Held): RecordWriter {
  const write = async (path: string, text: string, act: (steps: WriteSteps) => void) => {
    if (!(await lock.isHeld())) notHeld()
    try {
      act(options.steps ?? REAL_STEPS)
    } catch (error) {
      if (error instanceof Refusal || (error as NodeJS.ErrnoException).code === undefined) throw error
      throw notWritable(path, error as Error)
    }
    noteWrite(place, { path, text, holder, at: options.now() })
  }
  return {
    create: (path, text) => write(path, text, (steps) => createFile(path, text, steps)),
    replace: (path, { before, after }) => write(path, after, (steps) => replaceFile(path, before, after, steps)),
  }
}

function journalPath(gitFolder: string): string {
  return join(gitFolder, 'chant-writes.json')
}

function readJournal({ gitFolder }: WritePlace): WriteJournal {
  if (gitFolder === null) return new Map()
  try {
    return parseWriteJournal(readFileSync(journalPath(gitFolder), 'utf8'))
  } catch {
    return new Map() // a cache: not there, or not readable, it says nothing
  }
}

function noteWrite(
  place: WritePlace,
  write: { readonly path: string; readonly text: string; readonly holder: LockHolder; readonly at: Date },
): void {
  if (place.gitFolder === null) return
  const { verb, by, agent } = write.holder
  const entry = { sha256: createHash('sha256').update(write.text).digest('hex'), verb, by, agent }
  const path = relative(place.folder, write.path).split(sep).join('/')
  const journal = new Map(readJournal(place)).set(path, { ...entry, at: write.at.toISOString() })
  try {
    writeAtomically({ path: journalPath(place.gitFolder), text: renderWriteJournal(journal), flush: false })
  } catch {
    // The record is written, and the journal is only a cache.
  }
}

function notWritable(path: string, error: Error): Refusal {
  const message = `${path} cannot be written: ${error.message}`
  return new Refusal({ code: 'not-writable', message, at: { file: path } }, { cause: error })
}
