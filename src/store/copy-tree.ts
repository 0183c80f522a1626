import {
  chmodSync,
  constants,
  copyFileSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  statSync,
  symlinkSync,
  utimesSync,
} from 'node:fs'
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { setImmediate as pause } from 'node:timers/promises'
import type { OuterLink } from '../app/world-mutation.ts'
import { Refusal } from '../core/fault.ts'

export type CopyRequest = {
  readonly from: string
  readonly to: string
  readonly leftOut: readonly string[]
  readonly links: OuterLink[]
  /** Asked between entries; copying ends with a Refusal where it says so. */
  readonly isInterrupted?: () => boolean
}

/**
 * Copies a folder and all that is below it: blocks are shared where the file system can, modes and times are kept, links
 * stay links. A link that leads back into the tree by another way than within it is led to the same place of the copy:
 * through it, a criterion would work on the tree itself. Links that lead elsewhere are added to `links`.
 */
export async function copyTree(request: CopyRequest): Promise<void> {
  await copyFolder(request, '', { entries: 0 })
}

/** So many entries are copied before signals are looked at. */
const AT_ONCE = 64

async function copyFolder(request: CopyRequest, path: string, count: { entries: number }): Promise<void> {
  const [from, to] = [join(request.from, path), join(request.to, path)]
  mkdirSync(to, { recursive: true, mode: 0o700 })
  for (const name of readdirSync(from)) {
    if (request.leftOut.includes(name)) continue
    count.entries += 1
    if (count.entries % AT_ONCE === 0) await breathe(request)
    const below = join(path, name)
    if (lstatSync(join(from, name)).isDirectory()) await copyFolder(request, below, count)
    else copyLeaf(request, below)
  }
  keepStats(from, to)
  await breathe(request)
}

/** A large tree must not keep the progress from being drawn, nor a person from ending it. */
async function breathe({ isInterrupted }: CopyRequest): Promise<void> {
  await pause()
  if (isInterrupted?.()) {
    throw new Refusal({ code: 'mutation/interrupted', message: 'it was interrupted, and keeps no record' })
  }
}

/** One file or link. */
export function copyLeaf(request: CopyRequest, path: string): void {
  const [from, to] = [join(request.from, path), join(request.to, path)]
  const stats = lstatSync(from)
  if (stats.isSymbolicLink()) copyLink(request, path)
  else if (stats.isFile()) {
    copyFileSync(from, to, constants.COPYFILE_FICLONE)
    keepStats(from, to)
  } else throw new Error(`${path} is no file, folder or link`)
}

function keepStats(from: string, to: string): void {
  const { mode, atimeMs, mtimeMs } = statSync(from)
  utimesSync(to, atimeMs / 1000, mtimeMs / 1000)
  chmodSync(to, mode & 0o7777)
}

function copyLink({ from, to, links }: CopyRequest, path: string): void {
  const target = readlinkSync(join(from, path))
  const place = dirname(join(from, path))
  const isStraight = !isAbsolute(target) && !climbsOut(relative(from, place), target)
  const goal = isStraight ? null : goalWithin(from, join(from, path), resolve(place, target))
  if (!isStraight && goal === null) links.push({ path, target })
  const kept = goal === null ? target : relative(dirname(join(to, path)), join(to, goal)) || '.'
  symlinkSync(kept, join(to, path))
}

/** Where in the tree a link leads, by its text or in truth; null where it leads out of it. */
function goalWithin(root: string, link: string, byText: string): string | null {
  for (const goal of [byText, realOrNull(link)]) {
    const below = goal === null ? '..' : relative(root, goal)
    if (below !== '..' && !below.startsWith(`..${sep}`)) return below
  }
  return null
}

function realOrNull(path: string): string | null {
  try {
    return realpathSync.native(path)
  } catch {
    return null // it leads nowhere
  }
}

/** Whether a relative link passes above the tree on its way, as `../tree/file` does. */
function climbsOut(folder: string, target: string): boolean {
  let depth = folder === '' ? 0 : folder.split(sep).length
  for (const part of target.split('/')) {
    if (part === '..') depth -= 1
    else if (part !== '' && part !== '.') depth += 1
    if (depth < 0) return true
  }
  return false
}
