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
  return recordTree({
    before: before.entries,
    after: await world.snapshots.take(before.top),
    artifacts: fromTop(before, paths),
    fromBase: run.baseCommit === null ? null : await world.git.changedSince(before.top, run.baseCommit),
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
  const base = baseCommit === null ? null : await world.git.commit(now.top, baseCommit)
  return freshnessOf(tree, {
    entries: now.entries,
    artifacts: fromTop(now, artifacts),
    fromBase: base === null ? null : await world.git.changedSince(now.top, base),
  })
}

function fromTop({ prefix }: TreeNow, paths: readonly string[]): ReadonlySet<string> {
  return new Set(paths.map((path) => `${prefix}${path}`))
}
