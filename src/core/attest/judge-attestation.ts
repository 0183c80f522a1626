import { byCodePoint, canonicalTokenJson } from '../codec/token-json.ts'
import { countsInTree, isRecordPath } from '../tree/tree-hash.ts'
import { areTwoActors } from './actors.ts'
import { isSessionName, type RecordedEntry, snapshotDigest } from './attestation-record.ts'
import { type Bindings, NOTHING_BOUND } from './bindings.ts'
import { type MovedPath, movedPaths } from './moved-paths.ts'
import type { RecordReading } from './read-attestation.ts'

/** A work tree as it is now, looked at as the record asks. */
export type RepositoryNow = {
  readonly repo: { readonly name: string; readonly id: string }
  /** Null where there is no commit yet. */
  readonly head: string | null
  /** Of the file that the record names; null where it is not there or leads out of the repository. */
  readonly specSha256: string | null
  readonly entries: readonly RecordedEntry[]
  /** What the record binds, as it is now; null where it is not bound, or cannot be had. */
  readonly bindings: Bindings
}

export type Judgement = {
  /** The names of the original, and `bylaw` for bindings of ours that cannot be read. Sorted. */
  readonly mismatches: readonly string[]
  /** One line each: what is not as it was recorded. */
  readonly reasons: readonly string[]
  readonly moved: readonly MovedPath[]
}

type Mismatch = { readonly name: string; readonly reason: string }

/** Compares a record with the work tree (protocol-a 9). Nothing to say means that the approval holds. */
export function judgeAttestation(record: RecordReading, now: RepositoryNow): Judgement {
  const bound = record.bindings ?? NOTHING_BOUND
  // What the tree's hash leaves out has not moved in its sense.
  const counted = (entries: readonly RecordedEntry[]) =>
    bound.treeSha256 === null ? entries : entries.filter((entry) => countsInTree(entry, isRecordPath))
  const found = [
    ...judgeClaims(record),
    ...(record.bindings === null ? [of('bylaw', 'the key bylaw is malformed, or of a later version')] : []),
    ...judgePlace(record, bound, now),
    ...judgeSpec(record, now),
    ...judgeFiles(record, bound, now),
  ]
  return {
    mismatches: [...new Set(found.map(({ name }) => name))].sort(byCodePoint),
    reasons: [...new Set(found.map(({ reason }) => reason))],
    moved: record.snapshot === null ? [] : movedPaths(counted(record.snapshot.entries), counted(now.entries)),
  }
}

function of(name: string, reason: string): Mismatch {
  return { name, reason }
}

const SHOWN_MAX = 200

/** Text of a record, which may be of any length. */
function shown(text: string | null): string {
  if (text === null) return 'not there'
  return text.length > SHOWN_MAX ? `${text.slice(0, SHOWN_MAX)}...` : text
}

function judgeClaims({ verdict, actors, session }: RecordReading): readonly Mismatch[] {
  return [
    ...(verdict === 'approved' ? [] : [of('verdict', `the verdict is ${shown(verdict)}, not approved`)]),
    ...(actors !== null && areTwoActors(actors) ? [] : [of('actors', 'maker and checker are not two named actors')]),
    ...(session !== null && isSessionName(session) ? [] : [of('session', 'the session is no name of one')]),
  ]
}

function judgePlace(record: RecordReading, bound: Bindings, now: RepositoryNow): readonly Mismatch[] {
  const isRepo =
    bound.remoteSha256 === null
      ? canonicalTokenJson(record.repo ?? null) === canonicalTokenJson(now.repo)
      : bound.remoteSha256 === now.bindings.remoteSha256
  const isCommit = bound.treeSha256 !== null || (now.head !== null && record.baseCommit === now.head)
  const what = bound.remoteSha256 === null ? 'another folder name or remote' : 'another remote'
  const commits = `HEAD is ${shown(now.head)}, not ${shown(record.baseCommit)}`
  return [
    ...(isRepo ? [] : [of('repo', `this is not the repository: ${what}`)]),
    ...(isCommit ? [] : [of('base_commit', commits)]),
  ]
}

function judgeSpec({ spec }: RecordReading, { specSha256 }: RepositoryNow): readonly Mismatch[] {
  if (spec === null) return [of('spec_sha256', 'the record names no spec')]
  if (spec.sha256 === specSha256) return []
  const what = specSha256 === null ? 'is not there, or leads out of the repository' : 'changed'
  return [of('spec_sha256', `the spec ${what}: ${shown(spec.path)}`)]
}

function judgeFiles(record: RecordReading, bound: Bindings, now: RepositoryNow): readonly Mismatch[] {
  const { snapshot } = record
  if (snapshot === null) return [of('snapshot_digest', "the record's list of files contradicts itself")]
  const isTree = bound.treeSha256 !== null
  const isSame = isTree ? bound.treeSha256 === now.bindings.treeSha256 : snapshot.digest === snapshotDigest(now.entries)
  return [
    ...(isSame ? [] : [of('snapshot_digest', 'the files are not those that were recorded')]),
    ...differing(bound.executables, now.bindings.executables).map((path) =>
      of('snapshot_digest', `the execute bit changed: ${path}`),
    ),
    ...differing(submoduleKeys(bound), submoduleKeys(now.bindings)).map((key) =>
      of('snapshot_digest', `the submodule is not as it was recorded: ${key.split('\0')[0]}`),
    ),
  ]
}

function submoduleKeys({ submodules }: Bindings): readonly string[] | null {
  return submodules?.map(({ path, commit, treeSha256 }) => [path, commit, treeSha256].join('\0')) ?? null
}

/** What stands in one list alone. A list that is not bound differs in nothing. */
function differing(bound: readonly string[] | null, now: readonly string[] | null): readonly string[] {
  if (bound === null) return []
  const [before, after] = [new Set(bound), new Set(now ?? [])]
  return [...new Set([...bound, ...after])].filter((one) => before.has(one) !== after.has(one)).sort(byCodePoint)
}
