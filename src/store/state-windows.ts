import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { OpenWindow } from '../app/world-hook.ts'
import type { Window } from '../core/sessions/window.ts'
import { isAbsent, makeFolder, namesIn, readOrNull } from './state-files.ts'

let sequence = 0

export function readWindows(folder: string): readonly OpenWindow[] {
  return namesIn(folder).flatMap((key) => {
    const text = readOrNull(join(folder, key))
    if (text === null) return [] // closed by another hook in between
    try {
      return [{ ...(JSON.parse(text) as Window), key }]
    } catch {
      return [] // a hook that died while it opened the window never let its tool run
    }
  })
}

/** One file a window: opening and closing need no lock, and a dead holder leaves nothing but its file. */
export function openWindow(folder: string, window: Window): void {
  const text = JSON.stringify(window)
  sequence += 1
  const path = join(folder, `${window.openedAtMs.toString(36)}-${process.pid}-${sequence}.json`)
  try {
    writeFileSync(path, text, { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if (!isAbsent(error)) throw error
    makeFolder(folder)
    writeFileSync(path, text, { flag: 'wx', mode: 0o600 })
  }
}
