import { type QuorumNeed, resolveNeed } from '../../core/records/quorum-need.ts'
import { parseTrustPolicy, resolveTrust, TRUST_FILE, type TrustAtBase } from '../../core/records/trust-policy.ts'
import { findDeclaration } from './find-declaration.ts'
import type { RecordPlace } from './open-place.ts'
import type { RecordTree } from './record-tree.ts'

const INACTIVE = parseTrustPolicy(null)
const FOLDER = '.chant'
const OWN_FILES = ['trust.json', 'allowed_signers']

/**
 * The trust policy as base has it (records.md 14.2): a change cannot vouch for itself. What is there and cannot be read is
 * a broken policy, never none.
 */
export async function readTrust({ baseTree }: Pick<RecordPlace, 'baseTree'>): Promise<TrustAtBase> {
  if (baseTree === null) return resolveTrust(INACTIVE, null)
  const odd = (await baseTree.list(FOLDER))?.find(({ name, kind }) => OWN_FILES.includes(name) && kind !== 'file')
  if (odd !== undefined) return broken(`${FOLDER}/${odd.name} is no file`)
  const bytes = (await baseTree.read([TRUST_FILE])).get(TRUST_FILE)
  const text = bytes === undefined ? null : decodeStrictly(bytes)
  if (text === undefined) return broken(`${TRUST_FILE} is not UTF-8`)
  const policy = parseTrustPolicy(text)
  if (!policy.ok) return resolveTrust(policy, null)
  const { signersPath } = policy.value
  const signers = (await baseTree.read([signersPath])).get(signersPath)
  // A comment in another encoding spoils no key.
  return resolveTrust(policy, signers === undefined ? null : new TextDecoder().decode(signers))
}

function broken(message: string): TrustAtBase {
  return resolveTrust({ ok: false, faults: [{ code: 'trust-invalid', message }] }, null)
}

function decodeStrictly(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
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
