import { type Bindable, type Bindings, NOTHING_BOUND } from '../../core/attest/bindings.ts'
import { remoteIdentity } from '../../core/attest/remote-address.ts'
import { isRecordPath, treeHash } from '../../core/tree/tree-hash.ts'
import { wholeTree } from '../tree/whole-tree.ts'
import type { World } from '../world.ts'
import type { SnapshotEntry } from '../world-snapshots.ts'
import { findSubmodules } from './find-submodules.ts'
import type { Repository } from './open-repository.ts'

export type BindingsNow = {
  readonly bindings: Bindings
  /** Submodules that could not be looked at. */
  readonly empty: readonly string[]
}

/** What the words of `--bind` stand for in the work tree as it is now. What cannot be had stays null. */
export async function lookAtBindings(
  world: Pick<World, 'files' | 'git' | 'snapshots'>,
  { top, remote }: Repository,
  { entries, words }: { readonly entries: readonly SnapshotEntry[]; readonly words: readonly Bindable[] },
): Promise<BindingsNow> {
  const found = words.includes('submodules') ? await findSubmodules(world, top, entries) : null
  const executables = entries.filter(({ executable }) => executable).map(({ path }) => path)
  return {
    bindings: {
      ...NOTHING_BOUND,
      ...(words.includes('tree')
        ? { treeSha256: treeHash(await wholeTree(world, top, entries), { leaveOut: isRecordPath }) }
        : {}),
      ...(words.includes('modes') ? { executables } : {}),
      ...(words.includes('remote') && remote !== null ? { remoteSha256: remoteIdentity(remote) } : {}),
      ...(found === null ? {} : { submodules: found.submodules }),
    },
    empty: found?.empty ?? [],
  }
}
