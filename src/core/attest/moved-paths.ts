import { byCodePoint } from '../codec/token-json.ts'
import type { RecordedEntry } from './attestation-record.ts'

/** A path that is not as it was. */
export type MovedPath = {
  readonly path: string
  readonly kind: 'added' | 'removed' | 'changed'
  /** The hash it was recorded with, where it was recorded. */
  readonly recordedSha256: string | null
}

/** The paths that differ between a recorded list and the one of now, by code point. */
export function movedPaths(recorded: readonly RecordedEntry[], now: readonly RecordedEntry[]): readonly MovedPath[] {
  const before = new Map(recorded.map((entry) => [entry.path, entry]))
  const after = new Map(now.map((entry) => [entry.path, entry]))
  const gone = [...before.values()].filter(({ path }) => !after.has(path))
  const here = [...after.values()].flatMap((entry): MovedPath[] => {
    const was = before.get(entry.path)
    if (was === undefined) return [{ path: entry.path, kind: 'added', recordedSha256: null }]
    if (was.kind === entry.kind && was.sha256 === entry.sha256) return []
    return [{ path: entry.path, kind: 'changed', recordedSha256: was.sha256 }]
  })
  return [
    ...gone.map(({ path, sha256 }): MovedPath => ({ path, kind: 'removed', recordedSha256: sha256 })),
    ...here,
  ].sort((one, other) => byCodePoint(one.path, other.path))
}
