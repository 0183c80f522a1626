/**
 * What tells one state of a file from another without reading it: device, inode, size in bytes, change times in
 * milliseconds with the precision of a double (a quarter of a microsecond, far below the 50 ms of the racy rule).
 */
export type FileIdentity = readonly [device: number, inode: number, size: number, mtimeMs: number, ctimeMs: number]

/** An entry changed this shortly before the index was written may have changed again within one clock step. */
export const RACY_MS = 50

/** Whether two identities name the same unchanged file. */
export function isSameFile(a: FileIdentity, b: FileIdentity): boolean {
  return a[0] === b[0] && a[1] === b[1] && a[2] === b[2] && a[3] === b[3] && a[4] === b[4]
}

/** Whether the identity is too young to be trusted by an index written at `indexedAtMs` (git's racy-clean rule). */
export function isRacy(identity: FileIdentity, indexedAtMs: number): boolean {
  return identity[4] > indexedAtMs - RACY_MS || identity[3] > indexedAtMs - RACY_MS
}
