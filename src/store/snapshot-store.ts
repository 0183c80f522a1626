import { join } from 'node:path'
import type { Git } from '../app/world.ts'
import type { SnapshotEntry, SnapshotOptions, Snapshots } from '../app/world-snapshots.ts'
import { projectKey } from '../core/sessions/state-keys.ts'
import { lazyBuiltin } from '../sys/lazy-builtin.ts'
import { sha256 } from '../sys/lazy-crypto.ts'
import { applySnapshotCache, decodeSnapshotCache, encodeSnapshotCache } from './snapshot-cache.ts'
import { readCacheFile, writeCacheFile } from './snapshot-cache-file.ts'
import { DIGEST_BYTES, makeSnapshotJob, ROW_KINDS, type SnapshotJob } from './snapshot-job.ts'
import { parseSnapshotPaths } from './snapshot-paths.ts'
import { runSnapshotJob, type SnapshotThreads } from './snapshot-threads.ts'

export type SnapshotStoreOptions = SnapshotThreads & {
  readonly git: Pick<Git, 'listPathBytes'>
  /** Absolute; made when something is written to it. */
  readonly cacheFolder: string
  /** Milliseconds of the wall clock, which also dates files. */
  now(): number
}

/** The bytes of work trees on this disk. */
export function openSnapshots(store: SnapshotStoreOptions): Snapshots {
  return { take: (top, options = {}) => takeSnapshot(store, top, options) }
}

async function takeSnapshot(
  store: SnapshotStoreOptions,
  top: string,
  { cache: usesCache = true, onProgress }: SnapshotOptions,
): Promise<readonly SnapshotEntry[]> {
  const startedMs = store.now()
  const { texts, bytes } = parseSnapshotPaths(await store.git.listPathBytes(top))
  const job = makeSnapshotJob(top, bytes, texts.length)
  const file = join(store.cacheFolder, projectKey(top, sha256))
  const before = usesCache ? readCacheFile(file) : null
  const cache = before && decodeSnapshotCache(before, top, digestOf)
  if (cache) applySnapshotCache(cache, job)
  await runSnapshotJob(job, store, onProgress)
  if (usesCache) keep(file, encodeSnapshotCache(job, startedMs, digestOf), before)
  return texts.map((path, row) => entryOf(job, path, row))
}

function keep(file: string, bytes: Buffer, before: Buffer | null): void {
  if (before === null || !bytes.equals(before)) writeCacheFile(file, bytes)
}

function digestOf(bytes: Uint8Array): Uint8Array {
  return lazyBuiltin('node:crypto').createHash('sha256').update(bytes).digest()
}

function entryOf({ kinds, digests }: SnapshotJob, path: string, row: number): SnapshotEntry {
  const digest = Buffer.from(digests.buffer, row * DIGEST_BYTES, DIGEST_BYTES).toString('hex')
  const kind = kinds[row]
  return {
    path,
    kind: kind === ROW_KINDS.symlink ? 'symlink' : kind === ROW_KINDS.missing ? 'missing' : 'file',
    sha256: digest,
    executable: kind === ROW_KINDS.executable,
  }
}
