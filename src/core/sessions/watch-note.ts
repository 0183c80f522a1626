/** What `write_denied` and `append_only` files looked like when they were last noted. */
export type WatchNote = {
  /** Path to size, mtime and ctime. */
  readonly denied: Readonly<Record<string, readonly [number, number, number]>>
  /** Path to length in characters and digest of the whole text. */
  readonly appended: Readonly<Record<string, readonly [number, string]>>
}

/** The note where no such file is there. */
export const NOTHING_WATCHED = '{"denied":{},"appended":{}}'
