import { closeSync, fsyncSync, openSync, renameSync, unlinkSync, writeSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** The steps of a replacing write, so that a test can fail or stop at each of them. */
export type WriteSteps = {
  open(path: string, mode: number): number
  write(fd: number, text: string | Uint8Array): void
  sync(fd: number): void
  close(fd: number): void
  rename(from: string, to: string): void
  syncFolder(folder: string): void
}

export const REAL_STEPS: WriteSteps = {
  open: (path, mode) => openSync(path, 'wx', mode),
  write: (fd, text) => {
    const bytes = typeof text === 'string' ? Buffer.from(text) : text
    for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at)
  },
  sync: fsyncSync,
  close: closeSync,
  rename: renameSync,
  syncFolder: (folder) => {
    const fd = openSync(folder, 'r')
    try {
      fsyncSync(fd)
    } finally {
      closeSync(fd)
    }
  },
}

export type AtomicWrite = {
  readonly path: string
  readonly text: string | Uint8Array
  readonly mode?: number
  /** False for what can be derived again: no flush, the rename alone keeps readers from half a file. */
  readonly flush?: boolean
}

let sequence = 0

/**
 * Replaces a file so that a reader, or a crash between any two steps, sees the old text or the new one:
 * 1. write beside it under a dot name, which nobody reads; a crash leaves a stray `.tmp-` file and the old text;
 * 2. flush it, so that the name never points at bytes that are not there;
 * 3. rename; from here the new text counts;
 * 4. flush the folder; a crash before it may show the old text again, whole.
 */
export function writeAtomically(request: AtomicWrite, steps: WriteSteps = REAL_STEPS): void {
  const { path, text, mode = 0o600, flush = true } = request
  sequence += 1
  const name = `.${basename(path)}.tmp-${process.pid}-${sequence}-${Date.now().toString(36)}`
  const temporary = join(dirname(path), name)
  const fd = steps.open(temporary, mode)
  try {
    try {
      steps.write(fd, text)
      if (flush) steps.sync(fd)
    } finally {
      steps.close(fd)
    }
    steps.rename(temporary, path)
  } catch (error) {
    removeStray(temporary)
    throw error
  }
  if (flush) steps.syncFolder(dirname(path))
}

function removeStray(path: string): void {
  try {
    unlinkSync(path)
  } catch {
    // it was renamed or never made: nothing is left to remove, and the first error is the one to report
  }
}
