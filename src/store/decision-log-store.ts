import { lstatSync, readFileSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { DecisionLogs, LogChange, LogOnDisk } from '../app/world.ts'
import { Refusal } from '../core/fault.ts'
import type { WriteSteps } from './atomic-write.ts'
import { LockTimeout, withFileLock } from './file-lock.ts'
import { createFile, replaceFile } from './place-file.ts'
import { readLogFolder } from './read-log-folder.ts'

const LOG = join('.hdr', 'decisions')
/** Dot files in the folder are ignored by every reader of the log. */
const LOCK = '.lock'

export type DecisionLogOptions = {
  /** Start time of a process, as the lock needs it. */
  readonly startOf: (pid: number) => string | null
  readonly steps?: WriteSteps
}

/** The decision logs on this disk. */
export function openDecisionLogs(options: DecisionLogOptions): DecisionLogs {
  return {
    find: async (folder) => findLogs(folder),
    read: async (project) => readLog(project),
    change: async (project, plan) => changeLog(project, plan, options),
  }
}

/** Projects that hold a log, from the folder upward, nearest first. */
export function findLogs(folder: string): readonly string[] {
  const found: string[] = []
  let at = realpathSync.native(folder)
  for (;;) {
    if (isThere(join(at, LOG)) || isBrokenLink(join(at, '.hdr'))) found.push(at)
    const parent = dirname(at)
    if (parent === at) return found
    at = parent
  }
}

function readLog(project: string): LogOnDisk | null {
  const log = readLogFolder(project)
  if (log !== null) return { project, files: log.files.map(({ name, text }) => ({ name, text })), others: log.others }
  if (isThere(join(project, LOG))) return { project, files: [], others: [whatStandsInItsPlace(join(project, LOG))] }
  if (isBrokenLink(join(project, '.hdr'))) return { project, files: [], others: [brokenLink('.hdr')] }
  return null
}

function whatStandsInItsPlace(path: string): LogOnDisk['others'][number] {
  if (lstatSync(path).isSymbolicLink()) return brokenLink('.hdr/decisions')
  return { name: '.hdr/decisions', kind: 'unreadable', detail: 'it is no folder' }
}

function brokenLink(name: string): LogOnDisk['others'][number] {
  return { name, kind: 'outside-workspace', detail: 'a link that leads to no folder' }
}

/** The path itself, links not followed. */
function isThere(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined
  } catch {
    return false // something on the way is no folder
  }
}

function isBrokenLink(path: string): boolean {
  if (!isThere(path) || !lstatSync(path).isSymbolicLink()) return false
  try {
    realpathSync.native(path)
    return false
  } catch {
    return true
  }
}

function changeLog(project: string, plan: (log: LogOnDisk) => LogChange, options: DecisionLogOptions): LogOnDisk {
  const folder = join(project, LOG)
  return underLock(folder, options, () => {
    const change = plan(mustRead(project))
    const path = join(folder, change.name)
    if (change.before === null) createFile(path, change.after, options.steps)
    else replaceFile(path, change.before, change.after, options.steps)
    if (readFileSync(path, 'utf8') !== change.after) {
      throw new Refusal({
        code: 'write-lost',
        message: `${change.name} does not hold what was written`,
        at: { file: path },
      })
    }
    return mustRead(project)
  })
}

function mustRead(project: string): LogOnDisk {
  const log = readLog(project)
  if (log !== null) return log
  throw new Refusal({
    code: 'no-decision-log',
    message: `no decision log in ${project}`,
    hint: 'bylaw decisions init --apply',
  })
}

function underLock<T>(folder: string, options: DecisionLogOptions, body: () => T): T {
  try {
    return withFileLock(join(folder, LOCK), { startOf: options.startOf }, body)
  } catch (error) {
    if (error instanceof LockTimeout)
      throw new Refusal({ code: 'log-locked', message: error.message, hint: 'try again' })
    if (!isWriteTrouble(error)) throw error
    throw new Refusal(
      { code: 'log-not-writable', message: `the decision log cannot be written: ${error.message}` },
      { cause: error },
    )
  }
}

function isWriteTrouble(error: unknown): error is NodeJS.ErrnoException {
  const code = (error as NodeJS.ErrnoException).code
  return code === 'EACCES' || code === 'EROFS' || code === 'EPERM' || code === 'ENOSPC' || code === 'ENOENT'
}
