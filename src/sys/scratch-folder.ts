import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onEnding } from './on-ending.ts'

/** Runs `body` with a private folder that is gone afterwards, also where a signal ends this process meanwhile. */
export async function inScratchFolder<T>(prefix: string, body: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), prefix))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  const forget = onEnding(remove)
  try {
    return await body(folder)
  } finally {
    forget()
    remove()
  }
}
