import { createHash } from 'node:crypto'
import { byCodePoint, canonicalTokenJson } from '../codec/token-json.ts'

/** One path of a tree, by what is on the disk. */
export type TreeEntry = {
  readonly path: string
  readonly kind: 'file' | 'symlink' | 'missing'
  readonly sha256: string
  readonly executable: boolean
}

const VERSION = 'bylaw.tree/v1'

/**
 * The hash of a tree: paths, kinds, bytes and the owner's execute bit, in whatever order they come. What `leaveOut` names
 * does not count, and what is gone counts as if it had never been: deleting a file and committing that are one tree.
 */
export function treeHash(
  entries: readonly TreeEntry[],
  { leaveOut }: { readonly leaveOut: (path: string) => boolean },
): string {
  const hash = createHash('sha256').update(VERSION)
  const rows = entries.filter(({ path, kind }) => kind !== 'missing' && !leaveOut(path))
  for (const { path, kind, sha256, executable } of [...rows].sort((one, other) => byCodePoint(one.path, other.path))) {
    hash.update(`\n${canonicalTokenJson([path, kind, sha256, executable])}`)
  }
  return hash.digest('hex')
}
