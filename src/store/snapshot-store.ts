import { createHash } from 'node:crypto'
import { lstatSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import type { Git } from '../app/world.ts'
import type { SnapshotEntry, Snapshots } from '../app/world-snapshots.ts'
import { byCodePoint } from '../core/codec/token-json.ts'

/** The bytes of work trees on this disk. */
export function openSnapshots(git: Git): Snapshots {
  return {
    async take(top) {
      const paths = (await git.listFiles(top)) ?? []
      return [...paths].sort(byCodePoint).map((path) => entryOf(top, path))
    },
  }
}

function entryOf(top: string, path: string): SnapshotEntry {
  const place = join(top, path)
  const stats = lstatSync(place, { throwIfNoEntry: false })
  if (stats?.isSymbolicLink()) return entry(path, 'symlink', readlinkSync(place))
  if (stats?.isFile()) return { ...entry(path, 'file', readFileSync(place)), executable: (stats.mode & 0o100) !== 0 }
  return entry(path, 'missing', 'hpp:missing')
}

function entry(path: string, kind: SnapshotEntry['kind'], bytes: string | Uint8Array): SnapshotEntry {
  return { path, kind, sha256: createHash('sha256').update(bytes).digest('hex'), executable: false }
}
