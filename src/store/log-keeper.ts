import {
  closeSync,
  copyFileSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readlinkSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { LogKeeper } from '../app/world-sessions.ts'
import { REAL_STEPS, type WriteSteps, writeAtomically } from './atomic-write.ts'

/** Writes that put a log back. The bytes are kept and flushed before anything is taken away. */
export function openLogKeeper(steps: WriteSteps = REAL_STEPS): LogKeeper {
  return {
    copyAside: (path, folder) => void keep(path, folder),
    setAside(path, folder) {
      if (keep(path, folder)) rmSync(path, { recursive: true })
    },
    put(path, text) {
      mkdirSync(dirname(path), { recursive: true })
      writeAtomically({ path, text, mode: 0o644 }, steps)
    },
  }
}

/** Whether something was there to keep. */
function keep(path: string, folder: string): boolean {
  const stats = lstatSync(path, { throwIfNoEntry: false })
  if (!stats) return false
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const to = freeName(join(folder, basename(path)))
  if (stats.isSymbolicLink()) writeFileSync(`${to}.link`, `${readlinkSync(path)}\n`, { mode: 0o600 })
  else if (stats.isFile()) copyFlushed(path, to)
  else if (stats.isDirectory()) renameOrKeep(path, to)
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined
}

function copyFlushed(from: string, to: string): void {
  copyFileSync(from, to)
  const fd = openSync(to, 'r+')
  try {
    fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
}

/** A folder where a file belongs is moved as a whole; across file systems it stays, and the caller's write says so. */
function renameOrKeep(path: string, to: string): void {
  try {
    renameSync(path, to)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error
    throw new Error(`${path} is a folder on another file system than ${dirname(to)}; move it away by hand`, {
      cause: error,
    })
  }
}

function freeName(path: string): string {
  for (let n = 0; ; n++) {
    const candidate = n === 0 ? path : `${path}.${n}`
    if (lstatSync(candidate, { throwIfNoEntry: false }) === undefined) return candidate
  }
}
