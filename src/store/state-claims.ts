import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolder, namesIn, readOrNull, removeIfThere } from './state-files.ts'

const CLAIM_MS = 10_000

/**
 * A claim is one file named like the decision; its owner is a call, and it fades in case the call never came. All
 * under the project's lock: of two calls that find a faded claim only one may take it over.
 */
export function claim(folder: string, file: string, owner: string, nowMs: number): boolean {
  makeFolder(folder)
  const path = join(folder, encodeURIComponent(file).slice(0, 200))
  const held = readOrNull(path)
  const fades = (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0) + CLAIM_MS
  if (held !== null && held !== owner && nowMs < fades) return false
  writeFileSync(path, owner, { mode: 0o600 })
  return true
}

/** Claims of one call, or of all calls of a session where the owner is named without one. */
export function releaseClaims(folder: string, owner: string): void {
  for (const name of namesIn(folder)) {
    const path = join(folder, name)
    const held = readOrNull(path)
    if (held === owner || held?.startsWith(`${owner} `)) removeIfThere(path)
  }
}
