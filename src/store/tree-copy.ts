import { chmodSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { TreeCopy } from '../app/world-mutation.ts'
import { Refusal } from '../core/fault.ts'
import { copyLeaf, copyTree } from './copy-tree.ts'
import { removeTree, removeTreePatiently } from './remove-tree.ts'
import { type Stamps, takeStamp, takeStamps } from './tree-stamps.ts'

/** The kernel's clock for files moves in steps; what is written within one step is not told apart by its time. */
const TICK_MS = 20
/** More than this is made anew as a whole. */
const RENEWED_MAX = 500

export type TreeCopyRequest = {
  readonly pristine: string
  /** A folder that is not there yet, another one each time. */
  readonly nextFolder: () => string
  readonly isInterrupted: () => boolean
}

/**
 * A copy of a tree that no one else writes to. Renewing compares the stamp of every entry: only what changed is taken
 * away and copied again, and where that fails or is much, all of it is. Every renewal moves it to another folder, so no
 * cache that goes by paths serves the mutant before. What cannot be copied any more is a Refusal.
 */
export async function makeTreeCopy(request: TreeCopyRequest): Promise<TreeCopy> {
  let [folder, stamps] = await makeWhole(request)
  return {
    get folder() {
      return folder
    },
    write: (path, text) =>
      orRefuse(() => {
        const file = join(folder, path)
        const { mode } = statSync(file)
        chmodSync(file, 0o600)
        writeFileSync(file, text)
        chmodSync(file, mode & 0o7777)
      }),
    async renew() {
      const after = await renewParts(request.pristine, folder, stamps)
      const moved = after === null ? null : moveTo(folder, request.nextFolder())
      if (after !== null && moved !== null) {
        folder = moved
        stamps = after
        return
      }
      await removeTreePatiently(folder)
      ;[folder, stamps] = await makeWhole(request)
    },
  }
}

async function makeWhole({ pristine, nextFolder, isInterrupted }: TreeCopyRequest): Promise<[string, Stamps]> {
  const folder = nextFolder()
  return orRefuse(async () => {
    await copyTree({ from: pristine, to: folder, leftOut: [], links: [], isInterrupted })
    await pause(TICK_MS)
    return [folder, takeStamps(folder)]
  })
}

async function orRefuse<T>(act: () => T | Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    if (error instanceof Refusal) throw error
    const message = `a copy of the tree was lost: ${(error as Error).message}`
    throw new Refusal({
      code: 'mutation/no-copy',
      message,
      hint: 'a criterion may not touch what lies beside its copy',
    })
  }
}

/** The new folder; null where the old one cannot be moved. */
function moveTo(folder: string, next: string): string | null {
  try {
    renameSync(folder, next)
    return next
  } catch {
    return null
  }
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
  // More than one change may be the work of a process that is still there.
  const isQuiet = added.length === 0 && changed.length <= 1
  return isQuiet || isSame(stampsOrNull(folder), after) ? after : null
}

function isSame(now: Stamps | null, wanted: Stamps): boolean {
  return now !== null && now.size === wanted.size && [...now].every(([path, stamp]) => wanted.get(path) === stamp)
}

function stampsOrNull(folder: string): Stamps | null {
  try {
    return takeStamps(folder)
  } catch {
    return null // taken away, or made unreadable
  }
}
