/** One path of a work tree as it lies on the disk. */
export type SnapshotEntry = {
  /**
   * Relative to the top of the work tree, with `/`. A name that is UTF-8 stands as it is. One that is not keeps its parts
   * up to the first that is no UTF-8; `./` stands before that one, which no name in git has, and from there on every byte
   * that is no UTF-8 stands as `\xNN`, and a backslash as `\x5c`. No two names have one text.
   */
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

export type SnapshotOptions = {
  /**
   * False: every byte is read, and nothing that an earlier snapshot kept is believed or changed. For gates: what is kept
   * lies in the user's own state folder, where an agent of the same user could forge it.
   */
  readonly cache?: boolean
  /** Called now and then with the number of paths that are done, never with fewer than before. */
  onProgress?(progress: { readonly done: number; readonly total: number }): void
}

/** The bytes of work trees. */
export type Snapshots = {
  /**
   * Every path that git tracks, or would if it were added, each once, by code point. What is on the disk is read, never
   * what git's index says of it; a path below a folder that was replaced by a link is `missing`. `top` is the top of a
   * work tree. Throws a Refusal that names the path where a file cannot be read or changes while it is read.
   */
  take(top: string, options?: SnapshotOptions): Promise<readonly SnapshotEntry[]>
}
