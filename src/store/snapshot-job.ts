/**
 * What the threads that take one snapshot share. Each claims some rows at a time and writes only these; nothing is sent
 * but the job itself and a fault.
 */
export type SnapshotJob = {
  readonly top: string
  /** Names with NUL between them. */
  readonly paths: Uint8Array
  /** Where each name begins, and one more: where another would. */
  readonly starts: Uint32Array
  /** A `FileIdentity` a row: before, the one whose digest is known, else NaN; after, the one that was met. */
  readonly identities: Float64Array
  /** 32 bytes a row: before, the digest that belongs to the identity. */
  readonly digests: Uint8Array
  /** `ROW_KINDS` by number; 0 is not done yet. */
  readonly kinds: Uint8Array
  /** The next row to claim, and the number of rows done. */
  readonly counters: Int32Array
}

export const ROW_KINDS = { open: 0, file: 1, executable: 2, symlink: 3, missing: 4 } as const
export const IDENTITY_NUMBERS = 5
export const DIGEST_BYTES = 32

/** Rows claimed at once: about a millisecond of small files. */
const CLAIM_ROWS = 64

/** `paths` are `count` names with NUL between them. */
export function makeSnapshotJob(top: string, paths: Uint8Array, count: number): SnapshotJob {
  const job: SnapshotJob = {
    top,
    paths: new Uint8Array(new SharedArrayBuffer(paths.length)),
    starts: new Uint32Array(new SharedArrayBuffer((count + 1) * 4)),
    identities: new Float64Array(new SharedArrayBuffer(count * IDENTITY_NUMBERS * 8)).fill(Number.NaN),
    digests: new Uint8Array(new SharedArrayBuffer(count * DIGEST_BYTES)),
    kinds: new Uint8Array(new SharedArrayBuffer(count)),
    counters: new Int32Array(new SharedArrayBuffer(8)),
  }
  job.paths.set(paths)
  for (let row = 1, at = 0; row <= count; row += 1) {
    const end = paths.indexOf(0, at)
    at = (end === -1 ? paths.length : end) + 1
    job.starts[row] = at
  }
  return job
}

export type RowRange = { readonly from: number; readonly to: number }

/** Rows that no other thread has; null where none are left. */
export function claimRows(job: SnapshotJob): RowRange | null {
  const total = job.kinds.length
  const from = Atomics.add(job.counters, 0, CLAIM_ROWS)
  return from < total ? { from, to: Math.min(from + CLAIM_ROWS, total) } : null
}

/** No thread gets any more rows. */
export function closeSnapshotJob(job: SnapshotJob): void {
  Atomics.store(job.counters, 0, job.kinds.length)
}
