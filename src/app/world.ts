import type { LogFile } from '../core/decisions/decision.ts'
import type { HookEvents, WorkspaceFacts } from '../core/decisions/evaluate-workspace.ts'
import type { LogOddity } from '../core/decisions/read-decision-log.ts'
import type { HarnessName } from '../core/harness.ts'
import type { Plan } from '../core/plan.ts'
import type { AgentAppend } from '../core/sessions/window.ts'
import type { EventLogs } from './world-events.ts'
import type { CriterionRunner, EvidenceStore } from './world-evidence.ts'
import type { HooksHost } from './world-hooks.ts'
import type { TreeCopies } from './world-mutation.ts'
import type { RecordWrites } from './world-record-writes.ts'
import type { SessionWorld } from './world-sessions.ts'
import type { Signatures } from './world-signatures.ts'
import type { Snapshots } from './world-snapshots.ts'

/**
 * Everything a use case may touch. Types only: `bin.ts` and `hook-bin.ts` build the real ones, tests pass fakes.
 * All paths are absolute.
 */
export type World = {
  /** The folder the command was started in, or the one named by `--project`. */
  readonly cwd: string
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly clock: Clock
  readonly progress: Progress
  readonly files: Files
  /** Standard input as text; null where it cannot be read, or is over the cap. */
  readInput(): Promise<string | null>
  readonly git: Git
  readonly processes: Processes
  readonly logs: DecisionLogs
  readonly events: EventLogs
  /** The lock of the record verbs, and what is written under it. */
  readonly recordWrites: RecordWrites
  readonly evidence: EvidenceStore
  readonly criteria: CriterionRunner
  /** Copies of the tree that criteria are tried on. */
  readonly copies: TreeCopies
  readonly snapshots: Snapshots
  readonly signatures: Signatures
  readonly workTrees: WorkTrees
  readonly guard: PersonGuard
  readonly acceptances: Acceptances
  readonly sessions: Sessions
  readonly registrations: Registrations
  /** The state that hooks keep, for the commands about sessions. */
  readonly sessionTools: SessionWorld
  /** What installing and examining hooks may touch. */
  readonly hooks: HooksHost
}

export type Clock = {
  now(): Date
  /** The local day as `YYYY-MM-DD`, for the dates that people read. */
  today(): string
}

/** What a person sees while something takes long: nothing where standard error is no terminal. */
export type Progress = {
  /** Shows `line()` from half a second on, anew a few times a second, until the returned function is called. */
  show(line: () => string): () => void
}

/** Reading and plan-wise writing of ordinary files. A file or folder that is not there is a value, never an error. */
export type Files = {
  /**
   * The whole text as UTF-8, or null where there is no such file. Throws a Refusal where it cannot be read, or is larger
   * than `bytesMax`, 16 MiB where that is left out.
   */
  readText(path: string, bytesMax?: number): Promise<string | null>
  /** The bytes of a file, links followed; null where there is no such file. Otherwise as `readText`. */
  readBytes(path: string, bytesMax?: number): Promise<Uint8Array | null>
  /** What the path names, links followed; null where nothing does. */
  kindOf(path: string): Promise<'file' | 'folder' | 'other' | null>
  /** What lies at the path itself: a link counts as one, wherever it leads. Null where nothing does. */
  entryKind(path: string): Promise<'file' | 'folder' | 'link' | 'other' | null>
  /** The names in a folder; none where it is no folder. Throws a Refusal where it cannot be read. */
  namesIn(folder: string): Promise<readonly string[]>
  /** The same with what each of them is; null where it is no folder. */
  entriesIn(folder: string): Promise<readonly FolderEntry[] | null>
  /** The path with every link resolved on its nearest existing ancestor. */
  resolve(path: string): Promise<string>
  /**
   * Writes every changed step atomically, in order. Each file is compared with the step's `before` right before it
   * is replaced: a difference is a Refusal, and nothing after it is written.
   */
  apply(plan: Plan): Promise<void>
}

/** A name in a folder, and what it is itself: a link counts as one. */
export type FolderEntry = { readonly name: string; readonly kind: 'file' | 'folder' | 'link' | 'other' }

/** One file of a commit. */
export type TreeFile = { readonly path: string; readonly kind: 'file' | 'link' | 'other'; readonly blob: string }

/** The git program. Revisions are hostile text: they never reach git as an option. */
export type Git = {
  /** The top of the work tree that holds the folder, or null outside of one. */
  topLevel(folder: string): Promise<string | null>
  /**
   * The same, where a mistake would let something pass: null only where git says that there is no repository, or there
   * is no git. Any other failure of git, and a work tree that does not hold the folder, are Refusals.
   */
  requireTop(folder: string): Promise<string | null>
  /** Git's own folder of the work tree, which each linked one has for itself; null outside of one. */
  ownFolder(folder: string): Promise<string | null>
  /** The commit that a revision names, or null. */
  commit(folder: string, revision: string): Promise<string | null>
  /** The best common ancestor, or null where the histories have none. */
  mergeBase(folder: string, one: string, other: string): Promise<string | null>
  /** The tree of merging two commits, conflicts and all; null where git is too old or cannot say. */
  mergeTree(folder: string, one: string, other: string): Promise<string | null>
  /** Every file below `path` (relative to the top level) in a commit or tree. */
  listTree(folder: string, tree: string, path: string): Promise<readonly TreeFile[]>
  /**
   * What a commit or tree holds at these paths (relative to the top level), in one call; a path that ends with `/` stands
   * for what lies directly in that folder, none at all for what lies in the top level. Folders are `other`.
   */
  treeEntries(folder: string, tree: string, paths: readonly string[]): Promise<readonly TreeFile[]>
  /**
   * When the last commit that changed a path was made, in seconds, as seen from `commit`; with `added` the last one that
   * added it. Null where there is none. Dates are the committers' word.
   */
  lastCommitTime(folder: string, commit: string, path: string, added: boolean): Promise<number | null>
  /** The bytes of blobs, in one batch. */
  readBlobs(folder: string, blobs: readonly string[]): Promise<ReadonlyMap<string, Uint8Array>>
  /** Paths below the top level that are not as in a commit, and those that git does not track; null where it cannot say. */
  changedSince(top: string, commit: string): Promise<readonly string[] | null>
  /** What git ignores below `folder`, relative to it; a folder that is ignored whole is one path that ends in `/`. */
  listIgnored(folder: string): Promise<readonly string[]>
  /** `remote.origin.url` as configured, or null. */
  remoteUrl(folder: string): Promise<string | null>
  /** A setting as it holds in the folder, or null. */
  setting(folder: string, name: string): Promise<string | null>
  /** Files below `folder` that git tracks, or would if they were added; relative to it. Null outside a repository. */
  listFiles(folder: string): Promise<readonly string[] | null>
  /**
   * The same names as bytes, as git prints them: each ended by NUL, one may come more than once. Throws a Refusal
   * outside a repository, and where a folder cannot be looked into.
   */
  listPathBytes(top: string): Promise<Uint8Array>
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

/** A log folder as it lies on the disk. */
export type LogOnDisk = {
  /** Real path of the folder that holds `.hdr`. */
  readonly project: string
  readonly files: readonly LogFile[]
  readonly others: readonly LogOddity[]
}

/** One file that is to be made, or to get new text in place of exactly `before`. */
export type LogChange = { readonly name: string; readonly before: string | null; readonly after: string }

/** The decision logs of this machine, and the only way a command writes to one. */
export type DecisionLogs = {
  /** Projects that hold a log, from the folder upward, nearest first. A log behind a broken link counts. */
  find(folder: string): Promise<readonly string[]>
  /** Null where the project has no log folder. */
  read(project: string): Promise<LogOnDisk | null>
  /**
   * Under the log's lock: reads it, lets `plan` decide, writes, and reads it again. What is returned is what lies on
   * the disk. A plan that throws changes nothing, and a text that did not arrive as planned is a Refusal.
   */
  change(project: string, plan: (log: LogOnDisk) => LogChange): Promise<LogOnDisk>
}

/** What a check may ask about files. Paths and globs are relative to the project. */
export type WorkTree = Pick<WorkspaceFacts, 'pathExists' | 'matchedFiles' | 'readText'>

export type WorkTrees = {
  /** Outside git every file counts, inside git those that are not ignored. */
  open(project: string): Promise<WorkTree>
}

/** Stops accidents, not a determined process of the same user. */
export type PersonGuard = {
  /** Throws a Refusal while an agent's call is running in the project or an ancestor of this process is a harness. */
  assertPersonMayWrite(project: string): Promise<void>
  /** The same as an answer: why it may be an agent who types, null where it is a person. */
  whyNoPerson(project: string): Promise<string | null>
}

export type Acceptances = {
  /** Whether a person on this machine accepted the digest of a `command_passes` for the project. */
  isAccepted(project: string, digest: string): Promise<boolean>
}

/** What the sessions of a project left behind that a person should know. */
export type SessionReport = {
  readonly appends: readonly AgentAppend[]
  /** Sessions that ended a turn, or stand, with something wrong; one line each. */
  readonly unproven: readonly { readonly session: string; readonly what: string }[]
  /** Histories that a live session found broken. */
  readonly violations: readonly { readonly session: string; readonly id: string; readonly what: string }[]
}

export type Sessions = {
  report(project: string): Promise<SessionReport>
}

export type Registrations = {
  /** What each harness's settings say about us, for the project and the user. */
  hookEvents(project: string): Promise<ReadonlyMap<HarnessName, HookEvents>>
}
