import { chmodSync, lstatSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** Somebody may still be writing into it: about three seconds of trying. */
const PATIENT = { recursive: true, force: true, maxRetries: 10, retryDelay: 50 } as const

/** Takes away a file or a whole folder, also one whose folders may not be entered or written as they are. */
export function removeTree(path: string): void {
  try {
    rmSync(path, PATIENT)
  } catch {
    openFolders(path)
    rmSync(path, PATIENT)
  }
}

function openFolders(path: string): void {
  if (!lstatSync(path, { throwIfNoEntry: false })?.isDirectory()) return
  chmodSync(path, 0o700)
  for (const name of readdirSync(path)) openFolders(join(path, name))
}
