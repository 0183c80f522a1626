import {
  chmodSync,
  type Dirent,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  statSync,
  unlinkSync,
} from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import type { Files, FolderEntry } from '../app/world.ts'
import { Refusal } from '../core/fault.ts'
import type { PlanStep } from '../core/plan.ts'
import { REAL_STEPS, type WriteSteps, writeAtomically } from './atomic-write.ts'

const BYTES_MAX = 16 * 1024 * 1024
/** What is replaced is only compared with what the plan was made for, which may have been read with a cap of its own. */
const REPLACED_BYTES_MAX = 1024 * 1024 * 1024
const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Ordinary files on this disk. */
export function openFiles(steps: WriteSteps = REAL_STEPS): Files {
  return {
    readText: async (path, bytesMax) => readText(path, bytesMax),
    readBytes: async (path, bytesMax) => readBytes(path, bytesMax),
    kindOf: async (path) => kindOf(path),
    entryKind: async (path) => entryKind(path),
    namesIn: async (folder) => namesIn(folder),
    entriesIn: async (folder) => entriesIn(folder),
    resolve: async (path) => resolveLinks(path),
    async apply(plan) {
      for (const step of plan.steps) if (step.before !== step.after) applyOrRefuse(step, steps)
    },
  }
}

function readText(path: string, bytesMax?: number): string | null {
  const bytes = readBytes(path, bytesMax)
  if (bytes === null) return null
  try {
    return UTF8.decode(bytes)
  } catch {
    throw unreadable(path, 'it is not UTF-8')
  }
}

function readBytes(path: string, bytesMax = BYTES_MAX): Uint8Array | null {
  const stats = statOrNull(path)
  if (stats === null) return null
  if (!stats.isFile()) throw unreadable(path, 'it is no file')
  if (stats.size > bytesMax) throw unreadable(path, `it is larger than ${bytesMax} bytes`)
  try {
    return readFileSync(path)
  } catch (error) {
    throw unreadable(path, (error as Error).message)
  }
}

function unreadable(path: string, reason: string): Refusal {
  return new Refusal({ code: 'unreadable', message: `${path} cannot be read: ${reason}`, at: { file: path } })
}

function statOrNull(path: string) {
  try {
    return statSync(path, { throwIfNoEntry: false }) ?? null
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code
    if (code === 'ENOTDIR' || code === 'ELOOP') return null
    throw unreadable(path, (error as Error).message)
  }
}

function kindOf(path: string): 'file' | 'folder' | 'other' | null {
  const stats = statOrNull(path)
  if (stats === null) return null
  if (stats.isFile()) return 'file'
  return stats.isDirectory() ? 'folder' : 'other'
}

function entryKind(path: string): 'file' | 'folder' | 'link' | 'other' | null {
  let stats: ReturnType<typeof lstatSync>
  try {
    stats = lstatSync(path, { throwIfNoEntry: false })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOTDIR') return null
    throw unreadable(path, (error as Error).message)
  }
  if (stats === undefined) return null
  return entryKindOf(stats)
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return []
    throw unreadable(folder, (error as Error).message)
  }
}

function entriesIn(folder: string): readonly FolderEntry[] | null {
  try {
    return readdirSync(folder, { withFileTypes: true }).map((entry) => ({ name: entry.name, kind: entryKindOf(entry) }))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return null
    throw unreadable(folder, (error as Error).message)
  }
}

function entryKindOf(entry: Pick<Dirent, 'isFile' | 'isDirectory' | 'isSymbolicLink'>): FolderEntry['kind'] {
  if (entry.isSymbolicLink()) return 'link'
  if (entry.isFile()) return 'file'
  return entry.isDirectory() ? 'folder' : 'other'
}

function resolveLinks(path: string): string {
  const rest: string[] = []
  for (let at = resolve(path); ; at = dirname(at)) {
    try {
      return join(realpathSync.native(at), ...rest)
    } catch {
      // It does not exist yet: its nearest existing ancestor, in the end the root, is resolved in its place.
      if (dirname(at) === at) return resolve(path)
      rest.unshift(basename(at))
    }
  }
}

/** Trouble of the machine is no mistake of ours. */
function applyOrRefuse(step: PlanStep, steps: WriteSteps): void {
  try {
    applyStep(step, steps)
  } catch (error) {
    if (error instanceof Refusal || (error as NodeJS.ErrnoException).code === undefined) throw error
    const message = `${step.path} cannot be written: ${(error as Error).message}`
    throw new Refusal({ code: 'not-writable', message, at: { file: step.path } }, { cause: error })
  }
}

/** A settings file that is a link stays one: the file behind it is replaced. */
function applyStep(step: PlanStep, steps: WriteSteps): void {
  const path = resolveLinks(step.path)
  if (readText(path, REPLACED_BYTES_MAX) !== step.before) {
    throw new Refusal({
      code: 'changed-meanwhile',
      message: `${step.path} is not as it was when the plan was made`,
      hint: 'run the command again',
      at: { file: step.path },
    })
  }
  if (step.after === null) {
    unlinkSync(path)
    return
  }
  mkdirSync(dirname(path), { recursive: true })
  const mode = (step.before === null ? step.mode : statSync(path).mode & 0o777) ?? 0o644
  writeAtomically({ path, text: step.after, mode }, steps)
  if (step.before !== null) chmodSync(path, mode) // the umask may have taken bits that the file had
}
