import type { ArtifactGroup } from '../../core/evidence/judge-artifacts.ts'
import { type Freshness, freshnessOf, type RecordedTree, recordTree } from '../../core/evidence/recorded-tree.ts'
import type { TreeEntry } from '../../core/tree/tree-hash.ts'
import type { World } from '../world.ts'

type Reach = Pick<World, 'cwd' | 'files' | 'git' | 'snapshots'>

/** The work tree around a workspace as it is at one moment. */
export type TreeNow = {
  readonly top: string
  readonly entries: readonly TreeEntry[]
  /** Between the top and the workspace: empty, or ends with a slash. */
  readonly prefix: string
}

/** Null outside of a git repository. */
export async function readTreeNow(world: Reach): Promise<TreeNow | null> {
  const workspace = await world.files.resolve(world.cwd)
  const top = await world.git.topLevel(workspace)
  if (top === null) return null
  const prefix = workspace === top ? '' : `${workspace.slice(top.length + 1)}/`
  return { top, entries: await world.snapshots.take(top), prefix }
}

/** What a record keeps of the tree, read once more after the run. */
export async function recordTreeOf(
  world: Reach,
  before: TreeNow,
  run: { readonly artifacts: readonly ArtifactGroup[]; readonly baseCommit: string | null },
): Promise<RecordedTree> {
  const paths = run.artifacts.flatMap(({ files }) => files.map(({ path }) => path))
  const after = await world.snapshots.take(before.top)
  return recordTree({
    before: before.entries,
    after,
    artifacts: fromTop(before, paths),
    fromBase: await fromBase(world, { top: before.top, entries: after }, run.baseCommit),
  })
}

/** Whether the tree is still the one that a record speaks of; `artifacts` are the paths it names, below the workspace. */
export async function compareTree(
  world: Reach,
  recorded: { readonly tree: RecordedTree | null; readonly baseCommit: string | null },
  artifacts: readonly string[],
): Promise<Freshness> {
  const { tree, baseCommit } = recorded
  if (tree === null) return { kind: 'unknown', why: 'the record says nothing of a tree' }
  const now = await readTreeNow(world)
  if (now === null) return { kind: 'unknown', why: 'there is no git repository here' }
  return freshnessOf(tree, {
    entries: now.entries,
    artifacts: fromTop(now, artifacts),
    fromBase: await fromBase(world, now, baseCommit),
  })
}

/** What is not as in a commit: everything before the first one, null where git knows no such commit any more. */
async function fromBase(
  { git }: Reach,
  { top, entries }: Pick<TreeNow, 'top' | 'entries'>,
  baseCommit: string | null,
): Promise<readonly string[] | null> {
  if (baseCommit === null) return entries.map(({ path }) => path)
  const base = await git.commit(top, baseCommit)
  return base === null ? null : git.changedSince(top, base)
}

export function fromTop({ prefix }: TreeNow, paths: readonly string[]): ReadonlySet<string> {
  return new Set(paths.map((path) => `${prefix}${path}`))
}
