import { createHash } from 'node:crypto'
import { canonicalTokenJson, type TokenObject, wholeNumber } from '../codec/token-json.ts'
import { ANCHOR_KEY, type LogAnchor, renderAnchor } from '../events/anchor.ts'
import type { Actors } from './actors.ts'
import { type Bindings, writeBindings } from './bindings.ts'

export const ATTESTATION_SCHEMA = 'hpp.evidence-attestation/v1'
export const VERDICTS = ['approved', 'revise', 'blocked'] as const
export type Verdict = (typeof VERDICTS)[number]

/** One path of the snapshot in a record: what the original binds. */
export type RecordedEntry = { readonly path: string; readonly kind: string; readonly sha256: string }

export type Attestation = {
  readonly repo: { readonly name: string; readonly id: string }
  readonly baseCommit: string
  readonly spec: { readonly path: string; readonly sha256: string }
  readonly actors: Actors
  readonly session: string
  readonly verdict: Verdict
  readonly entries: readonly RecordedEntry[]
  /** What ours binds beside; null for a record that is the original's to the byte. */
  readonly bindings: Bindings | null
  /** The event log as it was; null where there is no event. */
  readonly anchor: LogAnchor | null
}

/** The record without a signature (protocol-a 9). Its indented text is the file, its canonical text what is signed. */
export function attestationRecord(attestation: Attestation): TokenObject {
  const { repo, baseCommit, spec, actors, session, verdict, entries, bindings, anchor } = attestation
  return {
    schema: ATTESTATION_SCHEMA,
    repo,
    base_commit: baseCommit,
    spec,
    actors,
    session,
    verdict,
    snapshot: {
      file_count: wholeNumber(entries.length),
      digest: snapshotDigest(entries),
      entries: plainEntries(entries),
    },
    ...(bindings === null ? {} : { bylaw: writeBindings(bindings) }),
    ...(anchor === null ? {} : { [ANCHOR_KEY]: renderAnchor(anchor) }),
  }
}

/** The text whose bytes a signature of the record covers. */
export function signedText(record: TokenObject): string {
  return canonicalTokenJson(Object.fromEntries(Object.entries(record).filter(([key]) => key !== 'signature')))
}

/** The hash of the canonical list of entries, which are in order already. */
export function snapshotDigest(entries: readonly RecordedEntry[]): string {
  return sha256(canonicalTokenJson(plainEntries(entries)))
}

/** The compatible identity: the hash of the remote as configured, or of the folder's name where there is none. */
export function repositoryId(name: string, remote: string | null): string {
  return sha256(remote ?? name)
}

const SESSION = /^[A-Za-z0-9][A-Za-z0-9._:-]{0,127}$/

export function isSessionName(text: string): boolean {
  return SESSION.test(text)
}

/** Without what a snapshot knows beside, such as the execute bit. */
function plainEntries(entries: readonly RecordedEntry[]): readonly TokenObject[] {
  return entries.map(({ path, kind, sha256: hash }) => ({ path, kind, sha256: hash }))
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
