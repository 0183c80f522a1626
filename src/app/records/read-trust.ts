import { type QuorumNeed, resolveNeed } from '../../core/records/quorum-need.ts'
import { parseTrustPolicy, resolveTrust, TRUST_FILE, type TrustAtBase } from '../../core/records/trust-policy.ts'
import { findDeclaration } from './find-declaration.ts'
import type { RecordPlace } from './open-place.ts'
import type { RecordTree } from './record-tree.ts'

const INACTIVE = parseTrustPolicy(null)

/** The trust policy as base has it (records.md 14.2): a change cannot vouch for itself. */
export async function readTrust({ baseTree }: Pick<RecordPlace, 'baseTree'>): Promise<TrustAtBase> {
  if (baseTree === null) return resolveTrust(INACTIVE, null)
  const text = textOf(await baseTree.read([TRUST_FILE]), TRUST_FILE)
  const policy = parseTrustPolicy(text)
  if (!policy.ok) return resolveTrust(policy, null)
  const { signersPath } = policy.value
  return resolveTrust(policy, textOf(await baseTree.read([signersPath]), signersPath))
}

/** How many must agree, by the declaration nearest above the kind file (records-ours.md b). */
export async function readNeed(
  place: Pick<RecordPlace, 'baseTree' | 'head' | 'tree'>,
  folder: string,
): Promise<QuorumNeed> {
  if (place.baseTree !== null) return resolveNeed({ base: await declaredQuorum(place.baseTree, folder) })
  // With commits and no branch to compare with, what the tree says is not agreed on by anybody.
  if (place.head !== null) return resolveNeed({ base: null })
  return resolveNeed({ tree: await declaredQuorum(place.tree, folder) })
}

async function declaredQuorum(tree: RecordTree, folder: string): Promise<{ readonly quorum: number | null } | null> {
  const found = await findDeclaration(tree, folder)
  return found?.read.ok === true ? { quorum: found.read.value.quorum } : null
}

/** Bytes that are no UTF-8 come out as U+FFFD and are then no policy. */
function textOf(files: ReadonlyMap<string, Uint8Array>, path: string): string | null {
  const bytes = files.get(path)
  return bytes === undefined ? null : new TextDecoder().decode(bytes)
}
