import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Refusal } from '../core/fault.ts'
import { onEnding } from './on-ending.ts'

/** Runs `body` with a private folder that is gone afterwards, also where a signal ends this process meanwhile. */
export async function inScratchFolder<T>(prefix: string, body: (folder: string) => Promise<T>): Promise<T> {
  const { folder, keep } = makeFolder(prefix)
  try {
    return await body(folder)
  } finally {
    keep()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A private folder that a signal takes with us until `keep` is called. */
export function makeFolder(prefix: string): { readonly folder: string; readonly keep: () => void } {
  let folder: string | null = null
  // Listening begins before there is a folder: a signal that comes in between would leave it.
  const keep = onEnding(() => {
    if (folder !== null) rmSync(folder, { recursive: true, force: true })
  })
  try {
    folder = mkdtempSync(join(tmpdir(), prefix))
    return { folder, keep }
  } catch (error) {
    keep()
    const message = `no temporary folder can be made: ${(error as Error).message}`
    throw new Refusal({ code: 'no-temporary-folder', message, hint: 'look at TMPDIR' }, { cause: error })
  }
}
