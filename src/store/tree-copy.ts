import { chmodSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { TreeCopy } from '../app/world-mutation.ts'
import { copyLeaf, copyTree } from './copy-tree.ts'
import { removeTree } from './remove-tree.ts'
import { type Stamps, takeStamp, takeStamps } from './tree-stamps.ts'

/** The kernel's clock for files moves in steps; what is written within one step is not told apart by its time. */
const TICK_MS = 20
/** More than this is made anew as a whole. */
const RENEWED_MAX = 500

/**
 * A copy of a tree that no one else writes to. Renewing compares the stamp of every entry: only what changed is taken
 * away and copied again, and where that fails or is much, all of it is.
 */
export async function makeTreeCopy(pristine: string, folder: string): Promise<TreeCopy> {
  let stamps = await makeWhole(pristine, folder)
  return {
    folder,
    async write(path, text) {
      const file = join(folder, path)
      const { mode } = statSync(file)
      chmodSync(file, 0o600)
      writeFileSync(file, text)
      chmodSync(file, mode & 0o7777)
    },
    async renew() {
      stamps = (await renewParts(pristine, folder, stamps)) ?? (await makeWhole(pristine, folder))
    },
  }
}

async function makeWhole(pristine: string, folder: string): Promise<Stamps> {
  removeTree(folder)
  await copyTree({ from: pristine, to: folder, leftOut: [], links: [] })
  await pause(TICK_MS)
  return takeStamps(folder)
}

/** The stamps afterwards; null where the parts are not enough. */
async function renewParts(pristine: string, folder: string, before: Stamps): Promise<Stamps | null> {
  const now = stampsOrNull(folder)
  if (now === null) return null
  const added = [...now.keys()].filter((path) => !before.has(path))
  const changed = [...before].filter(([path, stamp]) => now.get(path) !== stamp).map(([path]) => path)
  if (changed.length > RENEWED_MAX || !changed.every((path) => before.get(path)?.startsWith('folder ') === false)) {
    return null // a folder was replaced, or has another mode
  }
  try {
    for (const path of added) removeTree(join(folder, path))
    for (const path of changed) {
      removeTree(join(folder, path))
      copyLeaf({ from: pristine, to: folder, leftOut: [], links: [] }, path)
    }
  } catch {
    return null // such as a folder that may not be written any more
  }
  const after = new Map(before)
  for (const path of changed) after.set(path, takeStamp(folder, path))
  await pause(TICK_MS)
  return after
}

function stampsOrNull(folder: string): Stamps | null {
  try {
    return takeStamps(folder)
  } catch {
    return null // taken away, or made unreadable
  }
}
