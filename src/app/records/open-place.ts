import { Refusal } from '../../core/fault.ts'
import type { World } from '../world.ts'
import { openCommit, openWorkTree, overlaid, type RecordTree } from './record-tree.ts'

/** What reading records may touch. */
export type RecordsWorld = Pick<World, 'cwd' | 'files' | 'git' | 'evidence' | 'signatures'>

export type BaseFrom = 'flag' | 'origin/HEAD' | 'main' | 'master'

/** Where records are read, opened once for all kinds of a command. */
export type RecordPlace = {
  /** Real path of the repository's root; outside of git that of the folder the command works in. */
  readonly root: string
  readonly isGit: boolean
  /** Null outside of git, and where there is no commit yet. */
  readonly head: string | null
  /** The commit that trust, the need and findings against base go by (records.md 1). */
  readonly base: { readonly commit: string; readonly from: BaseFrom } | null
  /** The commit that records are read at; null for the work tree. */
  readonly at: string | null
  /** The files that are read, with `overlay` over them. */
  readonly tree: RecordTree
  readonly overlay: ReadonlyMap<string, string>
  /** The files at base; null where there is none. */
  readonly baseTree: RecordTree | null
}

export type PlaceOptions = {
  readonly at?: string | null
  readonly base?: string | null
  /** Texts over files of the tree, by path from the root: what a writer is about to make. */
  readonly overlay?: ReadonlyMap<string, string>
}

const BASES = [
  ['origin/HEAD', 'refs/remotes/origin/HEAD'],
  ['main', 'refs/heads/main'],
  ['master', 'refs/heads/master'],
] as const satisfies readonly (readonly [BaseFrom, string])[]

/**
 * Finds the repository and the commits that a reading goes by. Throws `not-a-git-repository` where a revision is named
 * outside of git, and `revision-unknown`.
 */
export async function openPlace(world: RecordsWorld, options: PlaceOptions = {}): Promise<RecordPlace> {
  const { git, files, cwd } = world
  const { at = null, base = null, overlay = new Map() } = options
  const top = await git.requireTop(cwd)
  if (top === null && (at !== null || base !== null)) throw outsideOfGit(at === null ? '--base' : '--at')
  const root = await files.resolve(top ?? cwd)
  const [commit, from, head] = await Promise.all([
    at === null ? null : mustCommit(git, root, at),
    top === null ? null : findBase(git, root, base),
    top === null ? null : git.commit(root, 'HEAD'),
  ])
  const tree = commit === null ? openWorkTree(files, root) : openCommit(git, root, commit)
  return {
    root,
    isGit: top !== null,
    head,
    base: from,
    at: commit,
    tree: overlay.size === 0 ? tree : overlaid(tree, overlay),
    overlay,
    baseTree: from === null ? null : openCommit(git, root, from.commit),
  }
}

/** The same place with texts laid over its files. */
export function withOverlay(place: RecordPlace, overlay: ReadonlyMap<string, string>): RecordPlace {
  return { ...place, tree: overlaid(place.tree, overlay), overlay: new Map([...place.overlay, ...overlay]) }
}

/** The refusal of an option that needs git, outside of it. */
export function outsideOfGit(option: string): Refusal {
  const message = `${option} needs a git repository, and this folder lies in none`
  return new Refusal({ code: 'not-a-git-repository', message })
}

async function findBase(git: World['git'], root: string, named: string | null): Promise<RecordPlace['base']> {
  if (named !== null) return { commit: await mustCommit(git, root, named), from: 'flag' }
  const found = await Promise.all(
    BASES.map(async ([from, revision]) => ({ from, commit: await git.commit(root, revision) })),
  )
  for (const { from, commit } of found) if (commit !== null) return { commit, from }
  return null
}

async function mustCommit(git: World['git'], root: string, revision: string): Promise<string> {
  const commit = await git.commit(root, revision)
  if (commit !== null) return commit
  throw new Refusal({ code: 'revision-unknown', message: `no commit goes by ${revision}` })
}
