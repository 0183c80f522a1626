import { join } from 'node:path/posix'
import type { RecordsWorld } from './open-place.ts'
import type { KindReading } from './read-kind.ts'

/** How the records of a work tree stand to what is committed. */
export type Checkout = {
  readonly head: string | null
  /** The commit where the checkout left the branch it is compared with; null where there is none. */
  readonly forkedAt: string | null
  /** Records of HEAD whose files are gone. */
  readonly deleted: readonly string[]
  stateOf(path: string): 'committed' | 'modified' | 'new'
}

/** Null outside of git, and where a commit is read. */
export async function lookAtCheckout(
  { git }: Pick<RecordsWorld, 'git'>,
  { place, loaded, records }: KindReading,
): Promise<Checkout | null> {
  const { root, head, base } = place
  if (!place.isGit || place.at !== null) return null
  if (head === null) return { head, forkedAt: null, deleted: [], stateOf: () => 'new' }
  const folder = loaded.folder === '.' ? [] : [`${loaded.folder}/`]
  const [entries, changed, forkedAt] = await Promise.all([
    git.treeEntries(root, head, folder),
    git.changedSince(root, head),
    base === null ? null : git.mergeBase(root, head, base.commit),
  ])
  const committed = new Set(entries.filter(({ kind }) => kind !== 'other').map(({ path }) => path))
  const touched = new Set(changed ?? [])
  const here = new Set(records.map(({ path }) => path))
  const isRecord = (path: string) => join(path, '..') === loaded.folder && loaded.matches(nameOf(path))
  return {
    head,
    forkedAt,
    deleted: [...committed].filter((path) => isRecord(path) && !here.has(path)),
    stateOf: (path) => (!committed.has(path) ? 'new' : touched.has(path) ? 'modified' : 'committed'),
  }
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}
