import { isTokenObject, NumberToken, type TokenObject, type TokenValue } from '../codec/token-json.ts'
import type { Actors } from './actors.ts'
import { type RecordedEntry, snapshotDigest } from './attestation-record.ts'
import { type Bindings, readBindings } from './bindings.ts'

/** A record as it was read. Null is what is not there or malformed; nothing of it is true because it is written. */
export type RecordReading = {
  readonly repo: TokenValue | undefined
  readonly baseCommit: string | null
  readonly spec: { readonly path: string; readonly sha256: string } | null
  readonly actors: Actors | null
  readonly session: string | null
  readonly verdict: string | null
  /** Null also where its digest or count is not that of its list. */
  readonly snapshot: { readonly digest: string; readonly entries: readonly RecordedEntry[] } | null
  readonly bindings: Bindings | null
}

/** Reads the parts of a record whose schema is known to be right. The record is hostile. */
export function readAttestation(record: TokenObject): RecordReading {
  return {
    repo: record['repo'],
    baseCommit: textOf(record['base_commit']),
    spec: readPair(record['spec'], ['path', 'sha256']),
    actors: readPair(record['actors'], ['maker', 'checker']),
    session: textOf(record['session']),
    verdict: textOf(record['verdict']),
    snapshot: readSnapshot(record['snapshot']),
    bindings: readBindings(record['bylaw']),
  }
}

/** An object with exactly these two texts, else null. */
function readPair<K extends string>(value: TokenValue | undefined, keys: readonly [K, K]): Record<K, string> | null {
  if (!isTokenObject(value) || Object.keys(value).length !== 2) return null
  // The cast is sound: both keys were just seen to hold texts.
  return keys.every((key) => typeof value[key] === 'string') ? (value as Record<K, string>) : null
}

function readSnapshot(value: TokenValue | undefined): RecordReading['snapshot'] {
  if (!isTokenObject(value) || !Array.isArray(value['entries'])) return null
  const { digest, file_count: count } = value
  const entries = (value['entries'] as readonly TokenValue[]).map(readEntry)
  if (typeof digest !== 'string' || entries.includes(null)) return null
  const whole = entries as readonly RecordedEntry[] // none is null: that was just looked at
  const isCount = count instanceof NumberToken && count.isWhole && count.value === whole.length
  return isCount && snapshotDigest(whole) === digest ? { digest, entries: whole } : null
}

function readEntry(value: TokenValue): RecordedEntry | null {
  if (!isTokenObject(value) || Object.keys(value).length !== 3) return null
  const { path, kind, sha256 } = value
  const isSound = typeof path === 'string' && typeof kind === 'string' && typeof sha256 === 'string'
  return isSound ? { path, kind, sha256 } : null
}

function textOf(value: TokenValue | undefined): string | null {
  return typeof value === 'string' ? value : null
}
