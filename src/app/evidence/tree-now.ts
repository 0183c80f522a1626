import type { ArtifactGroup } from '../../core/evidence/judge-artifacts.ts'
import { type Freshness, freshnessOf, type RecordedTree, recordTree } from '../../core/evidence/recorded-tree.ts'
import type { TreeEntry } from '../../core/tree/tree-hash.ts'
import { wholeTree } from '../tree/whole-tree.ts'
import type { World } from '../world.ts'

type Reach = Pick<World, 'cwd' | 'files' | 'git' | 'snapshots'>

/** The work tree around a workspace as it is at one moment. */
export type TreeNow = {
  readonly top: string
  readonly entries: readonly TreeEntry[]
  /** Where the workspace lies below the top: empty, or ends with a slash. */
  readonly workspace: string
}

/** Null outside of a git repository. */
export async function readTreeNow(world: Reach): Promise<TreeNow | null> {
  const workspace = await world.files.resolve(world.cwd)
  const found = await world.git.requireTop(workspace)
  if (found === null) return null
  const top = await world.files.resolve(found)
  return {
    top,
    entries: await wholeTree(world, top, await world.snapshots.take(top)),
    workspace: workspace === top ? '' : `${workspace.slice(top.length + 1)}/`,
  }
}

/** What a record keeps of the tree, read once more after the run. */
export async function recordTreeOf(
  world: Reach,
  before: TreeNow,
  run: { readonly artifacts: readonly ArtifactGroup[]; readonly baseCommit: string | null },
): Promise<RecordedTree> {
  const paths = run.artifacts.flatMap(({ files }) => files.map(({ path }) => path))
  const { top, workspace } = before
  const after = await wholeTree(world, top, await world.snapshots.take(top))
  return recordTree({
    before: before.entries,
    after,
    artifacts: fromTop(before, paths),
    workspace,
    fromBase: await fromBase(world, { top, entries: after }, run.baseCommit),
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
    workspace: now.workspace,
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

function fromTop({ workspace }: Pick<TreeNow, 'workspace'>, paths: readonly string[]): ReadonlySet<string> {
  return new Set(paths.map((path) => `${workspace}${path}`))
}
