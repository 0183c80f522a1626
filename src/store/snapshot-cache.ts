import { DIGEST_BYTES, IDENTITY_NUMBERS, type SnapshotJob } from './snapshot-job.ts'

/** What an earlier snapshot of a work tree found: names with NUL between them, and the columns of a `SnapshotJob`. */
export type SnapshotCache = {
  readonly paths: Buffer
  readonly identities: Float64Array
  readonly digests: Uint8Array
}

const SCHEMA = 'bylaw.snapshot-cache/v1'
const HEAD_BYTES_MAX = 64 * 1024
/**
 * What changed so shortly before the snapshot began is hashed again by the next one: far above the 50 ms of the racy rule,
 * because file systems are met here that count whole seconds, and because a page that is written to through a mapping
 * gets no new time until the kernel has written it back, which takes half a minute.
 */
const UNSETTLED_MS = 60_000

type Sha256 = (bytes: Uint8Array) => Uint8Array

/** A line of JSON, the three columns, the SHA-256 of all that. `takenAtMs` is when the snapshot began, or earlier. */
export function encodeSnapshotCache(job: SnapshotJob, takenAtMs: number, sha256: Sha256): Buffer {
  const head = JSON.stringify({ schema: SCHEMA, top: job.top, count: job.kinds.length, bytes: job.paths.length })
  const identities = settled(job.identities, takenAtMs - UNSETTLED_MS)
  const body = Buffer.concat([Buffer.from(`${head}\n`), job.paths, new Uint8Array(identities.buffer), job.digests])
  return Buffer.concat([body, sha256(body)])
}

/** Null for whatever is not, byte for byte, what was written for this work tree. */
export function decodeSnapshotCache(bytes: Buffer, top: string, sha256: Sha256): SnapshotCache | null {
  const end = bytes.length - DIGEST_BYTES
  if (end <= 0 || !bytes.subarray(end).equals(sha256(bytes.subarray(0, end)))) return null
  const start = bytes.subarray(0, HEAD_BYTES_MAX).indexOf(0x0a) + 1
  const head = parseHead(bytes.toString('utf8', 0, start))
  if (head?.schema !== SCHEMA || head.top !== top) return null
  const { count, bytes: pathBytes } = head
  if (!isSize(count) || !isSize(pathBytes)) return null
  const [identityBytes, digestBytes] = [count * IDENTITY_NUMBERS * 8, count * DIGEST_BYTES]
  if (start + pathBytes + identityBytes + digestBytes !== end) return null
  const identitiesAt = start + pathBytes
  // Copied, because numbers of eight bytes must lie at an address that eight divides.
  const identities = new Uint8Array(bytes.subarray(identitiesAt, identitiesAt + identityBytes))
  return {
    paths: bytes.subarray(start, identitiesAt),
    identities: new Float64Array(identities.buffer),
    digests: bytes.subarray(identitiesAt + identityBytes, end),
  }
}

/** Fills in what is known of the job's names. */
export function applySnapshotCache(cache: SnapshotCache, job: SnapshotJob): void {
  if (cache.paths.equals(job.paths) && cache.digests.length === job.digests.length) {
    job.identities.set(cache.identities)
    job.digests.set(cache.digests)
    return
  }
  const rows = new Map(namesOf(cache.paths).map((name, row) => [name, row]))
  for (const [row, name] of namesOf(job.paths).entries()) {
    const known = rows.get(name)
    if (known !== undefined) copyRow(cache, known, job, row)
  }
}

function copyRow(cache: SnapshotCache, from: number, job: SnapshotJob, to: number): void {
  const identity = cache.identities.subarray(from * IDENTITY_NUMBERS, (from + 1) * IDENTITY_NUMBERS)
  job.identities.set(identity, to * IDENTITY_NUMBERS)
  job.digests.set(cache.digests.subarray(from * DIGEST_BYTES, (from + 1) * DIGEST_BYTES), to * DIGEST_BYTES)
}

function namesOf(paths: Uint8Array): readonly string[] {
  return Buffer.from(paths.buffer, paths.byteOffset, paths.byteLength).toString('latin1').split('\0')
}

function settled(identities: Float64Array, untilMs: number): Float64Array<ArrayBuffer> {
  const kept = new Float64Array(identities)
  for (let at = 0; at < kept.length; at += IDENTITY_NUMBERS) {
    const [mtimeMs = 0, ctimeMs = 0] = kept.subarray(at + 3, at + IDENTITY_NUMBERS)
    if (mtimeMs > untilMs || ctimeMs > untilMs) kept.fill(Number.NaN, at, at + IDENTITY_NUMBERS)
  }
  return kept
}

function isSize(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0
}

function parseHead(text: string): { schema?: unknown; top?: unknown; count?: unknown; bytes?: unknown } | null {
  try {
    return JSON.parse(text)
  } catch {
    return null // no head of ours
  }
}
