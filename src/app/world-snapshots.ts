/** One path of a work tree as it lies on the disk. */
export type SnapshotEntry = {
  /** Relative to the top of the work tree, with `/`. Bytes that are no UTF-8 stand as `\xNN`. */
  readonly path: string
  /**
   * `file` is hashed by its bytes, `symlink` by the text of the link. `missing` is what git knows and the disk has not,
   * and every folder that git lists as one path: a submodule or a repository of its own.
   */
  readonly kind: 'file' | 'symlink' | 'missing'
  /** Of `missing` that of the text `hpp:missing` (protocol-a 9). */
  readonly sha256: string
  /** The owner's execute bit of a file; false for all else. */
  readonly executable: boolean
}

/** The bytes of work trees. */
export type Snapshots = {
  /**
   * Every path that git tracks, or would if it were added, each once, by code point. What is on the disk is read, never
   * what git's index says of it. `top` is the top of a work tree. Throws a Refusal where a file cannot be read or
   * changes while it is read.
   */
  take(top: string): Promise<readonly SnapshotEntry[]>
}
