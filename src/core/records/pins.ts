import { isJsonList, isJsonObject, type JsonValue } from '../codec/json-value.ts'
import { isPinnedPath } from './pinned-path.ts'
import type { Warning } from './record-codes.ts'

export type Pin = { readonly path: string; readonly sha256: string }

export type PinnedAsset = Pin & {
  /** The hash of the file now; null where there is none. */
  readonly actual: string | null
  readonly state: 'pinned' | 'drifted' | 'missing' | 'stale'
}

/** The entries of the pins field that pin a file (records.md 16), in the order of the list; links are not checked. */
export function readPins(value: JsonValue | undefined): readonly Pin[] {
  return (isJsonList(value) ? value : []).flatMap((entry): readonly Pin[] => {
    if (!isJsonObject(entry)) return []
    const { path, sha256 } = entry
    return isPinnedPath(path) && typeof sha256 === 'string' && /^[0-9a-f]{64}$/.test(sha256) ? [{ path, sha256 }] : []
  })
}

export type PinQuestion = {
  readonly pins: readonly Pin[]
  /** Hashes of files of the tree that is read; a path left out is no file there. */
  readonly hashes: ReadonlyMap<string, string>
  /** The pins of the records that this one supersedes. */
  readonly supersededPins: readonly Pin[]
  /** Whether the file's last commit is later than the one that added this record's file; false outside of git. */
  readonly changedSince: (path: string) => boolean
}

/** What became of the pinned files, one asset a pin, with a warning for each that is not as pinned. */
export function judgePins(question: PinQuestion): {
  readonly assets: readonly PinnedAsset[]
  readonly warnings: readonly Warning[]
} {
  const assets = question.pins.map((pin) => judgePin(pin, question))
  return { assets, warnings: assets.flatMap(warningOf) }
}

function judgePin(pin: Pin, { hashes, supersededPins, changedSince }: PinQuestion): PinnedAsset {
  const actual = hashes.get(pin.path) ?? null
  if (actual === null) return { ...pin, actual, state: 'missing' }
  if (actual !== pin.sha256) return { ...pin, actual, state: 'drifted' }
  const isTakenOver = supersededPins.some(({ path, sha256 }) => path === pin.path && sha256 === pin.sha256)
  return { ...pin, actual, state: isTakenOver && !changedSince(pin.path) ? 'stale' : 'pinned' }
}

function warningOf({ path, state }: PinnedAsset): readonly Warning[] {
  switch (state) {
    case 'pinned':
      return []
    case 'missing':
      return [{ code: 'asset-missing', message: `evidence pins ${path}, which does not exist` }]
    case 'drifted':
      return [{ code: 'asset-drift', message: `${path} is not the file that was pinned` }]
    case 'stale':
      return [{ code: 'asset-stale', message: `${path} is pinned as the superseded record pinned it` }]
  }
}
