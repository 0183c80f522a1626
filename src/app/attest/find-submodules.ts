import type { Submodule } from '../../core/attest/bindings.ts'
import { Refusal } from '../../core/fault.ts'
import { treeHash } from '../../core/tree/tree-hash.ts'
import type { World } from '../world.ts'
import type { SnapshotEntry } from '../world-snapshots.ts'

type Looking = Pick<World, 'files' | 'git' | 'snapshots'>

/** Repositories inside a work tree, as paths: what git lists as one path, and a folder is. A deleted file is none. */
export async function listSubmodules(
  { files }: Pick<World, 'files'>,
  top: string,
  entries: readonly SnapshotEntry[],
): Promise<readonly string[]> {
  const found: string[] = []
  for (const { path } of entries.filter(({ kind }) => kind === 'missing')) {
    assertNamed(path)
    if ((await files.kindOf(`${top}/${path}`)) === 'folder') found.push(path.replace(/\/$/, ''))
  }
  return found
}

/** A name that is no UTF-8 stands as another text here: what lies under it cannot be gone to, so it is not passed over. */
export function assertNamed(path: string): void {
  if (!path.split('/').includes('.')) return
  const message = `not covered: ${path} is no file, and its name is not UTF-8`
  throw new Refusal({ code: 'tree/odd-name', message, hint: 'rename it, or let git ignore it' })
}

export type FoundSubmodules = {
  readonly submodules: readonly Submodule[]
  /** Those that are not checked out: there are no files to look at. */
  readonly empty: readonly string[]
}

/** The repositories inside a work tree with their HEAD and their files, and those inside of these. */
export async function findSubmodules(
  world: Looking,
  top: string,
  entries: readonly SnapshotEntry[],
): Promise<FoundSubmodules> {
  const submodules: Submodule[] = []
  const empty: string[] = []
  for (const path of await listSubmodules(world, top, entries)) {
    const inner = await world.files.resolve(`${top}/${path}`)
    if ((await world.git.topLevel(inner)) !== inner) {
      empty.push(path)
      continue
    }
    const held = await world.snapshots.take(inner)
    const treeSha256 = treeHash(held, { leaveOut: () => false })
    submodules.push({ path, commit: await world.git.commit(inner, 'HEAD'), treeSha256 })
    const below = await findSubmodules(world, inner, held)
    submodules.push(...below.submodules.map((one) => ({ ...one, path: `${path}/${one.path}` })))
    empty.push(...below.empty.map((one) => `${path}/${one}`))
  }
  return { submodules, empty }
}
