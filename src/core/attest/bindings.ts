import { byCodePoint, isTokenObject, type TokenObject, type TokenValue } from '../codec/token-json.ts'

/** What a record may bind on request, beside what the original binds. */
export const BINDABLE = ['modes', 'remote', 'submodules', 'tree'] as const
export type Bindable = (typeof BINDABLE)[number]

/** A repository inside the work tree: its HEAD, null before its first commit, and what its files are. */
export type Submodule = { readonly path: string; readonly commit: string | null; readonly treeSha256: string }

/** What a record binds of ours; null is what it does not bind. */
export type Bindings = {
  /** Takes the place of HEAD and of the snapshot: an approval then survives the commit of what was approved. */
  readonly treeSha256: string | null
  /** The paths with an execute bit, in order. */
  readonly executables: readonly string[] | null
  readonly submodules: readonly Submodule[] | null
  /** Takes the place of the folder's name and the remote's text. */
  readonly remoteSha256: string | null
}

export const NOTHING_BOUND: Bindings = { treeSha256: null, executables: null, submodules: null, remoteSha256: null }

/** The words of `--bind` that a record's bindings stand for. */
export function boundWords(bindings: Bindings): readonly Bindable[] {
  const { treeSha256, executables, submodules, remoteSha256 } = bindings
  const has = { modes: executables, remote: remoteSha256, submodules, tree: treeSha256 }
  return BINDABLE.filter((word) => has[word] !== null)
}

/** The key `bylaw` of a record. A reader that does not know it checks the rest, which is the original's. */
export function writeBindings({ treeSha256, executables, submodules, remoteSha256 }: Bindings): TokenObject {
  return {
    ...(treeSha256 === null ? {} : { tree_sha256: treeSha256 }),
    ...(executables === null ? {} : { executables: [...executables].sort(byCodePoint) }),
    ...(submodules === null ? {} : { submodules: submodules.map(writeSubmodule) }),
    ...(remoteSha256 === null ? {} : { remote_sha256: remoteSha256 }),
  }
}

/** Null where the key is malformed, empty, or holds what this version does not know: it may not loosen anything then. */
export function readBindings(value: TokenValue | undefined): Bindings | null {
  if (value === undefined) return NOTHING_BOUND
  if (!isTokenObject(value) || Object.keys(value).length === 0) return null
  const { tree_sha256: tree, executables, submodules, remote_sha256: remote, ...unknown } = value
  const read = {
    treeSha256: readHash(tree),
    executables: readTexts(executables),
    submodules: readSubmodules(submodules),
    remoteSha256: readHash(remote),
  }
  if (Object.keys(unknown).length > 0 || Object.values(read).includes(undefined)) return null
  return read as Bindings // no part is undefined: that was just looked at
}

function writeSubmodule({ path, commit, treeSha256 }: Submodule): TokenObject {
  return { path, commit, tree_sha256: treeSha256 }
}

/** Null where the key is not there, undefined where it is malformed. */
function readHash(value: TokenValue | undefined): string | null | undefined {
  if (value === undefined) return null
  return typeof value === 'string' && /^[0-9a-f]{64}$/.test(value) ? value : undefined
}

function readTexts(value: TokenValue | undefined): readonly string[] | null | undefined {
  if (value === undefined) return null
  const isList = Array.isArray(value) && value.every((one) => typeof one === 'string')
  return isList ? (value as readonly string[]) : undefined
}

function readSubmodules(value: TokenValue | undefined): readonly Submodule[] | null | undefined {
  if (value === undefined) return null
  if (!Array.isArray(value)) return undefined
  const read = (value as readonly TokenValue[]).map(readSubmodule)
  return read.includes(null) ? undefined : (read as readonly Submodule[])
}

function readSubmodule(value: TokenValue): Submodule | null {
  if (!isTokenObject(value)) return null
  const { path, commit, tree_sha256: tree } = value
  const isSound =
    typeof path === 'string' && (typeof commit === 'string' || commit === null) && typeof tree === 'string'
  return isSound ? { path, commit, treeSha256: tree } : null
}
