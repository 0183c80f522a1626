import { isLeftOut } from '../../core/evidence/recorded-tree.ts'
import { treeHash } from '../../core/tree/tree-hash.ts'
import { readTreeNow } from '../evidence/tree-now.ts'
import type { GateReach } from './gate-question.ts'

const NOTHING: ReadonlySet<string> = new Set()

/** The hash of the tree that a signer vouches for: all of it but `.hpp/`, artifacts too. Null outside of git. */
export async function treeOfWork(
  world: Pick<GateReach, 'cwd' | 'files' | 'git' | 'snapshots'>,
): Promise<string | null> {
  const now = await readTreeNow(world)
  return now === null ? null : treeHash(now.entries, { leaveOut: isLeftOut(NOTHING, now.workspace) })
}
