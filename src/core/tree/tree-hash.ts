import { createHash } from 'node:crypto'
import { byCodePoint, canonicalTokenJson } from '../codec/token-json.ts'

/** One path of a work tree, as a snapshot has it. */
export type TreeEntry = {
  readonly path: string
  readonly kind: 'file' | 'symlink' | 'missing'
  readonly sha256: string
  readonly executable: boolean
}

/** Stands before the list, so that a later form of it can never have the hash of this one. */
const VERSION = 'bylaw.tree/v1\n'

/**
 * The hash of what a work tree holds: SHA-256 of the version line and the canonical list of `{executable, kind, path,
 * sha256}` by code point. `leaveOut` names what does not count, such as records that are written beside the work.
 *
 * `missing` never counts: a deleted file is an entry until its deletion is committed, and none after, and a commit must
 * not change the hash of the tree that was committed. Submodules are `missing` too; who binds them does so beside it.
 */
export function treeHash(
  entries: readonly TreeEntry[],
  { leaveOut }: { readonly leaveOut: (path: string) => boolean },
): string {
  const counted = entries
    .filter((entry) => countsInTree(entry, leaveOut))
    .sort((one, other) => byCodePoint(one.path, other.path))
    .map(({ path, kind, sha256, executable }) => ({ path, kind, sha256, executable }))
  return createHash('sha256').update(VERSION).update(canonicalTokenJson(counted)).digest('hex')
}

/** Whether a path is part of what the tree's hash covers. */
export function countsInTree(
  { kind, path }: { readonly kind: string; readonly path: string },
  leaveOut: (path: string) => boolean,
): boolean {
  return kind !== 'missing' && !leaveOut(path)
}

/** Whether a path is of the folder that records lie in: writing a record must not change the tree that it is about. */
export function isRecordPath(path: string): boolean {
  return path === '.hpp' || path.startsWith('.hpp/')
}
