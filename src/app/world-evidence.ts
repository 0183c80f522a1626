/** What was printed, by measure: the text is never kept in memory. */
export type OutputDigest = { readonly bytes: number; readonly sha256: string }

/** A side file that gets the first bytes of both outputs, as they come. */
export type KeptOutput = { readonly stdout: string; readonly stderr: string; readonly maxBytes: number }

export type CriterionRequest = {
  readonly argv: readonly string[]
  readonly cwd: string
  readonly timeoutMs: number
  /** Where the outputs are kept, absolute paths; null where they are only hashed. */
  readonly keep: KeptOutput | null
}

/** What became of a criterion. */
export type CriterionRun = {
  readonly kind: 'exited' | 'timeout' | 'could-not-start'
  /** Negative for a death by signal, such as -9; null where it did not exit by itself. */
  readonly exitCode: number | null
  /** Why it could not start, else null. */
  readonly trouble: string | null
  /** Monotonic, until the outputs were drained. */
  readonly durationMs: number
  readonly stdout: OutputDigest
  readonly stderr: OutputDigest
  /** The programs it had started that were still there when it had ended by itself; they were ended then. */
  readonly leftOver: readonly string[]
}

/** Runs criteria: without a shell, in a process group of their own, bounded in time. */
export type CriterionRunner = { run(request: CriterionRequest): Promise<CriterionRun> }

/** A file that a pattern matches. */
export type MatchedFile = {
  /** The real path below the workspace, with `/`. */
  readonly path: string
  readonly sizeBytes: number
  readonly modifiedNs: bigint
  readonly sha256: string
}

/** A record file that was found. */
export type RecordFile = { readonly path: string; readonly text: string | null }

/** Files that evidence names, and the records of it. Paths of artifacts are relative to the workspace. */
export type EvidenceStore = {
  /** The SHA-256 of a file below the workspace, links followed but never out of it; null where there is none such. */
  hash(workspace: string, path: string): Promise<string | null>
  /**
   * The files that a pattern matches, by path, and the matches that lead outside the workspace. `.git` and
   * `node_modules` are never walked, nor is a folder that git ignores unless the pattern names it.
   */
  match(
    workspace: string,
    pattern: string,
  ): Promise<{ readonly files: readonly MatchedFile[]; readonly outside: readonly string[] }>
  /** Makes the folder and writes a new file `stem.json`, else `stem-2.json` and so on; the path below the workspace. */
  create(
    workspace: string,
    folder: string,
    stem: string,
    render: (path: string) => string,
  ): Promise<{ readonly path: string }>
  /** The JSON files of a folder below the workspace, by name; none where there is no such folder. */
  list(workspace: string, folder: string): Promise<readonly RecordFile[]>
}
