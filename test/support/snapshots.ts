import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Git } from '../../src/app/world.ts'
import type { Snapshots } from '../../src/app/world-snapshots.ts'
import { openSnapshots } from '../../src/store/snapshot-store.ts'

let made: string | null = null

/** Snapshots in one thread, with a cache that goes with the process. */
export function snapshotsOf(git: Git): Snapshots {
  made ??= makeFolder()
  return openSnapshots({ git, cacheFolder: made, workerFile: null, now: Date.now })
}

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'bylaw-snapshots-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}
