import type { Plan } from '../core/plan.ts'

/**
 * Everything a use case may touch. Types only: `bin.ts` and `hook-bin.ts` build the real ones, tests pass fakes.
 * All paths are absolute.
 */
export type World = {
  /** The folder the command was started in, or the one named by `--project`. */
  readonly cwd: string
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly clock: Clock
  readonly files: Files
  readonly git: Git
  readonly processes: Processes
}

export type Clock = {
  now(): Date
  /** The local day as `YYYY-MM-DD`, for the dates that people read. */
  today(): string
}

/** Reading and plan-wise writing of ordinary files. A file or folder that is not there is a value, never an error. */
export type Files = {
  /** The whole text as UTF-8, or null where there is no such file. Throws a Refusal where it cannot be read. */
  readText(path: string): Promise<string | null>
  /** What the path names, links followed; null where nothing does. */
  kindOf(path: string): Promise<'file' | 'folder' | 'other' | null>
  /** The path with every link resolved on its nearest existing ancestor. */
  resolve(path: string): Promise<string>
  /**
   * Writes every changed step atomically, in order. Each file is compared with the step's `before` right before it
   * is replaced: a difference is a Refusal, and nothing after it is written.
   */
  apply(plan: Plan): Promise<void>
}

/** One file of a commit. */
export type TreeFile = { readonly path: string; readonly kind: 'file' | 'link' | 'other'; readonly blob: string }

/** The git program. Revisions are hostile text: they never reach git as an option. */
export type Git = {
  /** The top of the work tree that holds the folder, or null outside of one. */
  topLevel(folder: string): Promise<string | null>
  /** The commit that a revision names, or null. */
  commit(folder: string, revision: string): Promise<string | null>
  /** The best common ancestor, or null where the histories have none. */
  mergeBase(folder: string, one: string, other: string): Promise<string | null>
  /** The tree of merging two commits, conflicts and all; null where git is too old or cannot say. */
  mergeTree(folder: string, one: string, other: string): Promise<string | null>
  /** Every file below `path` (relative to the top level) in a commit or tree. */
  listTree(folder: string, tree: string, path: string): Promise<readonly TreeFile[]>
  /** The bytes of blobs, in one batch. */
  readBlobs(folder: string, blobs: readonly string[]): Promise<ReadonlyMap<string, Uint8Array>>
  /** Files below `folder` that git tracks, or would if they were added; relative to it. Null outside a repository. */
  listFiles(folder: string): Promise<readonly string[] | null>
}

/** What became of a child process. */
export type ProcessResult = {
  /** Null where it was killed or never started. */
  readonly exitCode: number | null
  readonly stdout: string
  readonly stderr: string
  /** Why there is no exit code, else null. */
  readonly trouble: string | null
}

export type Processes = {
  /** Runs a program without a shell, with a deadline and a cap on what it prints. */
  run(request: { argv: readonly string[]; cwd: string; timeoutMs: number }): Promise<ProcessResult>
}
