import type { Matches } from '../core/evidence/judge-artifacts.ts'

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

/** A record file that was found; no text where it cannot be read as one. */
export type RecordFile = { readonly path: string; readonly text: string | null }

/** Files that get the outputs of a run until it has a record. */
export type OutputFiles = {
  readonly keep: KeptOutput
  /** Gives them the names that go with a record; false where they are not what was written any more. */
  settle(names: { readonly stdout: string; readonly stderr: string }): boolean
  /** Takes away what was not settled. */
  discard(): void
}

/** Files that evidence names, and the records of it. All paths are relative to the workspace. */
export type EvidenceStore = {
  /** The SHA-256 of a file below the workspace, links followed but never out of it; null where there is none such. */
  hash(workspace: string, path: string): Promise<string | null>
  /**
   * The files that a pattern matches, by their real paths, and the matches that lead out of the workspace. `.git`,
   * `node_modules` and folders that `isIgnored` are entered only where the pattern names them.
   */
  match(workspace: string, pattern: string, isIgnored: (path: string) => boolean): Promise<Matches>
  /**
   * Makes the folder and in it a new file `stem.json`, else `stem-2.json` and so on, and flushes both; returns its path.
   * A folder that leads out of the workspace through links is a Refusal.
   */
  create(workspace: string, folder: string, stem: string, render: (path: string) => Promise<string>): Promise<string>
  /** Makes the folder, and names files for outputs in it that are not there yet. */
  openOutputs(workspace: string, folder: string): Promise<OutputFiles>
  /** Throws a Refusal where the folder would lie outside of the workspace through links. */
  assertInside(workspace: string, folder: string): Promise<void>
  /** The JSON files of a folder, by name; none where there is no such folder. */
  list(workspace: string, folder: string): Promise<readonly RecordFile[]>
}
