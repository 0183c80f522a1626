import type { CheckOf } from '../core/decisions/check.ts'
import type { LogFile } from '../core/decisions/decision.ts'
import type { WorkspaceFacts } from '../core/decisions/evaluate-workspace.ts'
import type { LogOddity } from '../core/decisions/read-decision-log.ts'
import type { Branches } from '../core/policy/rule.ts'
import type { HarnessRegistration } from '../core/registration/registration.ts'
import type { Baseline, HarnessProcess } from '../core/sessions/baseline.ts'
import type { FileIdentity } from '../core/sessions/file-identity.ts'
import type { LogIndex } from '../core/sessions/log-index.ts'
import type { AgentAppend, Window } from '../core/sessions/window.ts'

/**
 * What judging a hook event may touch. Everything is synchronous: a hook process answers one event and ends, and an
 * event loop turn costs more than the reads. All paths are absolute.
 */
export type HookWorld = {
  /** Milliseconds since the epoch. */
  now(): number
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly home: string
  /** The files of the running program that HOOK-INTEGRITY watches, and the folder that holds them. */
  readonly program: { readonly folder: string; readonly files: readonly string[] }
  readonly disk: Disk
  readonly state: StateStore
  readonly processes: ProcessTable
  readonly head: HeadReader
  readonly programs: ProgramRunner
  sha256(text: string | Uint8Array): string
  /** Looks for the evidence that checks demand in a project, as its tree is now. Loaded only where some do. */
  findEvidence(
    project: string,
    wanted: readonly CheckOf<'evidence_required'>[],
  ): Promise<WorkspaceFacts['evidenceResult']>
  /** The registration side of every harness, loaded only where settings changed. */
  registrations(): Promise<readonly HarnessRegistration[]>
}

/** A log folder as it lies on the disk. */
export type LogFolder = {
  readonly hdr: readonly [device: number, inode: number]
  readonly folder: FileIdentity
  readonly files: readonly (LogFile & { readonly identity: FileIdentity })[]
  readonly others: readonly LogOddity[]
}

export type Disk = {
  /** Links resolved on the nearest existing ancestor; the rest is normalised and appended. */
  realPath(path: string): string
  /** Whether `path` is an existing file, folder, link or anything else; links are not followed. */
  kindOf(path: string): 'file' | 'folder' | 'link' | 'other' | null
  /** Identity without following a last link; null where nothing is there. */
  identity(path: string): FileIdentity | null
  /** How many names the file has; 0 where nothing is there. */
  linksOf(path: string): number
  /** The text, or null where there is no such file or it is over the cap in bytes. */
  readText(path: string, bytesMax: number): string | null
  /** The bytes, or null where there is no such file or it is over the cap. */
  readBytes(path: string, bytesMax: number): Uint8Array | null
  /** Whether `path` is a folder, or a link to one, in which this user may look. */
  canList(path: string): boolean
  /** Whether `<project>/.hdr/decisions` is there, as a folder or a link to one. */
  hasLog(project: string): boolean
  /** Reads a whole log folder; null where it is gone. */
  readLog(project: string): LogFolder | null
  /** The first thing in the index that is not as it was, or null. No file is read. */
  firstChange(project: string, index: LogIndex): string | null
  /** Files below `folder` for which `accepts` holds, relative to it; stops at either cap and says so. */
  walk(
    folder: string,
    accepts: (path: string) => boolean,
    caps: { readonly matched: number; readonly visited: number },
  ): { readonly paths: readonly string[]; readonly capped: boolean }
}

/** An index without what the store adds when it writes it. */
export type IndexDraft = Omit<LogIndex, 'baseline' | 'written'>

/** One session's state of one project. */
export type SessionFolder = { readonly harness: string; readonly session: string; readonly project: string }

export type OpenWindow = Window & { readonly key: string }

/** The state folder: the only place a hook writes to. Throws `StateTrouble` where it cannot be read or written. */
export type StateStore = {
  readonly root: string
  /** Folder names of the projects for which this session has state. */
  projectsOf(harness: string, session: string): readonly { readonly key: string; readonly project: string | null }[]
  hasSession(harness: string, session: string): boolean
  readIndex(at: SessionFolder): { readonly index: LogIndex | null; readonly baseline: FileIdentity | null }
  writeIndex(at: SessionFolder, index: IndexDraft): void
  dropIndex(at: SessionFolder): void
  readBaseline(at: SessionFolder): Baseline | 'missing' | 'broken'
  writeBaseline(at: SessionFolder, baseline: Baseline): void
  /** The newest readable baseline of the project in any other session. */
  newestOther(at: SessionFolder): Baseline | null
  /** Every session that holds a baseline of the project. */
  sessionsOf(project: string): readonly SessionFolder[]
  /** Every session that holds a baseline of any project. */
  allSessions(): readonly SessionFolder[]
  /** The folder of what belongs to a project across its sessions. */
  projectFolder(project: string): string
  /** Forgets sessions without a sign of life for 60 days, but never the newest of a project. */
  forgetOldSessions(nowMs: number): void
  /** Marks that a hook of the session ran. Creates the session's folder. */
  beat(at: SessionFolder, nowMs: number): void
  /** Runs `body` while no other process holds this session's state of the project. */
  locked<T>(at: SessionFolder, body: () => T): T
  readNote(at: SessionFolder, name: NoteName): string | null
  writeNote(at: SessionFolder, name: NoteName, text: string | null): void
  windows(project: string): readonly OpenWindow[]
  openWindow(project: string, window: Window): void
  closeWindow(project: string, key: string): void
  appends(project: string): readonly AgentAppend[]
  /** Adds and replaces under the project's lock. */
  changeAppends(project: string, change: (before: readonly AgentAppend[]) => readonly AgentAppend[]): void
  /** Whether a person on this machine accepted the digest of a `command_passes` for the project. */
  isAccepted(project: string, digest: string): boolean
  accept(project: string, digest: string): void
  /** Notes that a call is about to write this new decision; false where another call does so already. */
  claimNewDecision(project: string, file: string, owner: string, nowMs: number): boolean
  releaseClaims(project: string, owner: string): void
}

/** Small texts beside a session's baseline: snapshots of protected files, the turn's stop, what is unproven. */
export type NoteName = 'watch' | 'stopped' | 'unproven' | 'said'

/** One row of the process table. */
export type ProcessRow = {
  readonly pid: number
  readonly parent: number
  readonly name: string
  /** Start time in clock ticks since boot. */
  readonly start: string
  /** Session id of the process. */
  readonly session: number
}

/** The process table; everything is null or empty where the system has none to read. */
export type ProcessTable = {
  row(pid: number): ProcessRow | null
  /** The harness that started this hook (see `HarnessProcess`). */
  harnessProcess(): HarnessProcess | null
  /** This process and its ancestors, nearest first, with their command lines. */
  ancestors(): readonly (ProcessRow & { readonly commandLine: readonly string[] })[]
  /** Clock ticks since boot now. */
  ticksNow(): number | null
  /**
   * Processes of this user that began at or after `sinceTicks`, descend from `harness` or were left behind in
   * `project`, and are neither this process nor its ancestors. Harnesses start tools in sessions of their own; what
   * shares the harness's session is its own helper, such as a language server.
   */
  leftRunning(query: {
    readonly harness: HarnessProcess
    readonly sinceTicks: number
    readonly project: string
  }): readonly ProcessRow[]
}

/** The decision files of the last commit, and the branches. */
export type HeadReader = {
  /** Null where the folder is in no repository, or git cannot say. */
  branches(folder: string): Branches | null
  /** Base names to texts; null where there is no commit, no repository or no git. */
  logAtHead(project: string): Readonly<Record<string, string>> | null
  /** The last commit's id, or null. */
  commit(project: string): string | null
  /** Whether files below `path` differ from the last commit; false where git cannot say. */
  isDirty(project: string, path: string): boolean
}

/** Runs programs that a person accepted, without a shell. */
export type ProgramRunner = {
  /** True where it exits 0 in time. */
  passes(argv: readonly string[], folder: string, timeoutMs: number): boolean
}
