import { byCodePoint, isTokenObject, type TokenObject, type TokenValue } from '../codec/token-json.ts'
import { isRecordPath, type TreeEntry, treeHash } from '../tree/tree-hash.ts'

/** Paths that are named at most; the hashes count in any case. */
const NAMED_MAX = 100
const DIFFERS_MAX = 1_000

/** What a record keeps of the tree that a criterion ran on. */
export type RecordedTree = {
  /** Hash of the tree before and after the run; without `.hpp/` and the artifacts that the record names. */
  readonly before: string
  readonly after: string
  readonly files: number
  /** Where the criterion ran, below the top of the tree: empty, or ends with a slash. */
  readonly workspace: string
  /** The first paths that were not the same before and after. */
  readonly changed: readonly string[]
  /**
   * What was not as in the base commit after the run, so that what moves later can be named; null where it is too much.
   */
  readonly differs: readonly DifferingPath[] | null
}

/** A path and what was there, as one text. */
export type DifferingPath = { readonly path: string; readonly state: string }

/** Whether the tree is the one that a record speaks of. */
export type Freshness =
  | { readonly kind: 'fresh' }
  | { readonly kind: 'stale'; readonly moved: readonly string[] }
  /** The record says nothing of a tree, or there is none here. */
  | { readonly kind: 'unknown'; readonly why: string }

type Entries = readonly TreeEntry[]

/** What is left out of every tree hash: our own records, and files that are judged by themselves. */
export function isLeftOut(artifacts: ReadonlySet<string>, workspace: string): (path: string) => boolean {
  const own = `${workspace}.hpp/`
  return (path) => isRecordPath(path) || path.startsWith(own) || artifacts.has(path)
}

/** `fromBase` are the paths that git says are not as in the base commit. */
export function recordTree(input: {
  readonly before: Entries
  readonly after: Entries
  readonly artifacts: ReadonlySet<string>
  readonly workspace: string
  readonly fromBase: readonly string[] | null
}): RecordedTree {
  const leaveOut = isLeftOut(input.artifacts, input.workspace)
  const states = statesOf(input.after, leaveOut)
  const changed = differencesOf(statesOf(input.before, leaveOut), states)
  const paths = input.fromBase?.filter((path) => !leaveOut(path)).sort(byCodePoint) ?? null
  return {
    before: treeHash(input.before, { leaveOut }),
    after: treeHash(input.after, { leaveOut }),
    files: states.size,
    workspace: input.workspace,
    changed: changed.slice(0, NAMED_MAX),
    differs:
      paths === null || paths.length > DIFFERS_MAX
        ? null
        : paths.map((path) => ({ path, state: states.get(path) ?? 'gone' })),
  }
}

/** Compares a tree with the one a record speaks of. `fromBase` as above, for the record's own base commit. */
export function freshnessOf(
  tree: RecordedTree,
  now: {
    readonly entries: Entries
    readonly artifacts: ReadonlySet<string>
    readonly workspace: string
    readonly fromBase: readonly string[] | null
  },
): Freshness {
  if (tree.workspace !== now.workspace)
    return { kind: 'unknown', why: `it ran in the folder ${tree.workspace || 'above'}` }
  const leaveOut = isLeftOut(now.artifacts, now.workspace)
  if (treeHash(now.entries, { leaveOut }) === tree.after) return { kind: 'fresh' }
  if (tree.differs === null || now.fromBase === null) return { kind: 'stale', moved: [] }
  const states = statesOf(now.entries, leaveOut)
  const then = new Map(tree.differs.map(({ path, state }) => [path, state]))
  const asked = new Set([...then.keys(), ...now.fromBase.filter((path) => !leaveOut(path))])
  const moved = [...asked].filter((path) => then.get(path) !== (states.get(path) ?? 'gone'))
  return { kind: 'stale', moved: moved.sort(byCodePoint) }
}

function stateOf({ kind, sha256, executable }: TreeEntry): string {
  if (kind === 'missing') return 'gone'
  return `${kind === 'file' && executable ? 'program' : kind}:${sha256}`
}

function statesOf(entries: Entries, leaveOut: (path: string) => boolean): ReadonlyMap<string, string> {
  return new Map(entries.filter(({ path }) => !leaveOut(path)).map((entry) => [entry.path, stateOf(entry)]))
}

function differencesOf(one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): readonly string[] {
  const paths = new Set([...one.keys(), ...other.keys()])
  return [...paths].filter((path) => one.get(path) !== other.get(path)).sort(byCodePoint)
}

/** The tree of a record; null where it says none. Hostile until here: what has another form counts as none. */
export function readRecordedTree(record: TokenObject): RecordedTree | null {
  const tree = record['tree']
  if (!isTokenObject(tree)) return null
  const { before, after, changed, differs, workspace } = tree
  if (typeof before !== 'string' || typeof after !== 'string') return null
  const where = typeof workspace === 'string' ? workspace : ''
  return { before, after, files: 0, workspace: where, changed: textsOf(changed), differs: differsOf(differs) }
}

function textsOf(value: TokenValue | undefined): readonly string[] {
  return Array.isArray(value) ? (value as readonly TokenValue[]).filter((one) => typeof one === 'string') : []
}

function differsOf(value: TokenValue | undefined): readonly DifferingPath[] | null {
  if (!Array.isArray(value)) return null
  return (value as readonly TokenValue[]).flatMap((one) => {
    if (!isTokenObject(one)) return []
    const { path, state } = one
    return typeof path === 'string' && typeof state === 'string' ? [{ path, state }] : []
  })
}
