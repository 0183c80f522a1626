import type { HarnessSide } from '../core/registration/harness-care.ts'

/** What installing and examining hooks may touch beyond the other ports. All paths are absolute. */
export type HooksHost = {
  /** What each harness knows of registrations; loaded at the first use. */
  sides(): Promise<readonly HarnessSide[]>
  readonly home: string
  readonly program: RunningProgram
  /** Permission bits and age of what the path names, links followed; null where nothing is there. */
  entry(path: string): Promise<{ readonly mode: number; readonly modifiedAt: Date } | null>
  /** Names in a folder; empty where there is none. */
  listFolder(path: string): Promise<readonly string[]>
  /** Copies bytes through a temporary file, so that the target is whole or as it was. Makes the target's folder. */
  copyFile(from: string, to: string): Promise<void>
  /** Runs a program without a shell: bounded in time and output. */
  run(request: HookRun): Promise<HookRunResult>
  /** Where a program lies on PATH, or null. */
  findOnPath(name: string): Promise<string | null>
  /** An empty folder that is removed afterwards, whatever happens. */
  inTemporaryFolder<T>(body: (folder: string) => Promise<T>): Promise<T>
  /** The `info/exclude` of the repository, common to its work trees; null outside of one. */
  gitExcludeFile(project: string): Promise<string | null>
  /** Whether git tracks the file. */
  isTracked(project: string, path: string): Promise<boolean>
}

export type RunningProgram = {
  readonly node: string
  /** As in `v20.20.2`. */
  readonly nodeVersion: string
  /** The folder of the hook program that belongs to the running one, links resolved. */
  readonly folder: string
}

export type HookRun = {
  readonly argv: readonly [string, ...string[]]
  readonly cwd: string
  readonly stdin: string
  readonly timeoutMs: number
}

export type HookRunResult = {
  /** Null where it was killed or never started. */
  readonly exitCode: number | null
  readonly stdout: string
  readonly stderr: string
  /** Why there is no exit code, else null. */
  readonly trouble: string | null
  readonly durationMs: number
}
