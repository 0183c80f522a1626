import { chmodSync, lstatSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/** Waits between attempts at a folder that something still writes to. */
const WAITS_MS = [20, 50, 100, 200, 400, 800]

/** Takes away a file or a whole folder, also one whose folders may not be entered or written as they are. */
export function removeTree(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true })
  } catch {
    openFolders(path)
    rmSync(path, { recursive: true, force: true })
  }
}

/** Tries again for a while where something still writes there. Whether it is gone. */
export async function removeTreePatiently(path: string): Promise<boolean> {
  for (const wait of [...WAITS_MS, 0]) {
    try {
      removeTree(path)
      return true
    } catch {
      await pause(wait)
    }
  }
  return false
}

function openFolders(path: string): void {
  if (!lstatSync(path, { throwIfNoEntry: false })?.isDirectory()) return
  chmodSync(path, 0o700)
  for (const name of readdirSync(path)) openFolders(join(path, name))
}
