import { constants, copyFileSync, linkSync, lstatSync, readFileSync, unlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Refusal } from '../core/fault.ts'
import { REAL_STEPS, type WriteSteps, writeAtomically } from './atomic-write.ts'

/**
 * Makes a file whole or not at all, and never over another one:
 * 1. write and flush it under a dot name, which readers ignore; a crash leaves that;
 * 2. give it its name by a link, which fails where the name is taken; from here it counts;
 * 3. take the dot name away and flush the folder; a crash before it leaves a stray dot file.
 */
export function createFile(path: string, text: string, steps: WriteSteps = REAL_STEPS): void {
  const draft = join(dirname(path), `.draft-${process.pid}-${Date.now().toString(36)}`)
  writeAtomically({ path: draft, text, mode: 0o644 }, steps)
  try {
    linkOrCopy(draft, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    throw new Refusal({ code: 'file-exists', message: `${path} exists already`, hint: 'try again' })
  } finally {
    unlinkSync(draft)
  }
  steps.syncFolder(dirname(path))
}

/** Gives a file new text, unless it holds other text than was read before. */
export function replaceFile(path: string, before: string, after: string, steps: WriteSteps = REAL_STEPS): void {
  if (readFileSync(path, 'utf8') !== before) {
    throw new Refusal({
      code: 'changed-meanwhile',
      message: `${path} changed while it was being written`,
      hint: 'try again',
    })
  }
  writeAtomically({ path, text: after, mode: lstatSync(path).mode & 0o777 }, steps)
}

/** File systems without hard links get a copy, which a crash can leave cut short: an invalid file, seen by a reader. */
function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw error
    copyFileSync(from, to, constants.COPYFILE_EXCL)
  }
}
