import { Refusal } from '../../core/fault.ts'
import type { TreeEntry } from '../../core/tree/tree-hash.ts'
import { listSubmodules } from '../attest/find-submodules.ts'
import type { World } from '../world.ts'
import type { SnapshotEntry } from '../world-snapshots.ts'

type Looking = Pick<World, 'files' | 'git' | 'snapshots'>

const DEPTH_MAX = 16

/**
 * The files of a work tree and of the repositories inside of it. What git lists as a repository and is none would hide
 * every file below it from git, and so from us: a Refusal, but for a submodule that is not checked out.
 */
export async function wholeTree(
  world: Looking,
  top: string,
  entries: readonly SnapshotEntry[],
  depth = 0,
): Promise<readonly TreeEntry[]> {
  const inner: (readonly TreeEntry[])[] = []
  for (const path of await listSubmodules(world, top, entries)) {
    inner.push(
      (await filesOf(world, `${top}/${path}`, depth)).map((entry) => ({ ...entry, path: `${path}/${entry.path}` })),
    )
  }
  return inner.length === 0 ? entries : [...entries, ...inner.flat()]
}

async function filesOf(world: Looking, folder: string, depth: number): Promise<readonly TreeEntry[]> {
  const real = await world.files.resolve(folder)
  if ((await world.git.requireTop(real)) === real) {
    if (depth < DEPTH_MAX) return wholeTree(world, real, await world.snapshots.take(real), depth + 1)
    throw new Refusal({
      code: 'tree/too-deep',
      message: `more than ${DEPTH_MAX} repositories lie in each other: ${folder}`,
    })
  }
  if ((await world.files.namesIn(folder)).length === 0) return []
  throw new Refusal({
    code: 'tree/hidden-folder',
    message: `git lists ${folder} as a repository of its own, and it is none: its files are part of no tree`,
    hint: 'git rm --cached that path, or check the submodule out',
  })
}
