import { statSync, utimesSync, writeFileSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import type { NoteName, SessionFolder, StateStore } from '../app/world-hook.ts'
import { type Baseline, baselineText, parseBaseline } from '../core/sessions/baseline.ts'
import { projectKey } from '../core/sessions/state-keys.ts'
import type { AgentAppend } from '../core/sessions/window.ts'
import { type AtomicWrite, REAL_STEPS, type WriteSteps, writeAtomically } from './atomic-write.ts'
import { LockTimeout, withFileLock } from './file-lock.ts'
import { forgetOldSessions } from './forget-sessions.ts'
import { readIndexFile, writeIndexFile } from './index-file.ts'
import { claim, releaseClaims } from './state-claims.ts'
import { isAbsent, makeFolder, namesIn, readOrNull, removeIfThere } from './state-files.ts'
import { openWindow, readWindows } from './state-windows.ts'

export type StateStoreOptions = {
  /** Absolute; see `stateRoot`. */
  readonly root: string
  sha256(text: string): string
  startOf(pid: number): string | null
  /** The steps of a replacing write; a test hands in ones that fail. */
  readonly steps?: WriteSteps
}

/** `$XDG_STATE_HOME/hdr`, or the default of the XDG rules where the variable is unset or no absolute path. */
export function stateRoot(environment: Readonly<Record<string, string | undefined>>, home: string): string {
  const base = environment.XDG_STATE_HOME
  return join(base && isAbsolute(base) ? base : join(home, '.local', 'state'), 'hdr')
}

/** One lock is waited for this long, and all of them together in one process no longer than this. */
const LOCK_MS = 5_000
const LOCKS_MS = 8_000

/** Opens the state folder. Nothing is made until something is written; folders are 0700 and files 0600. */
export function openStateStore(options: StateStoreOptions): StateStore {
  const { root, sha256, startOf, steps = REAL_STEPS } = options
  const sessions = (harness: string, session: string) => join(root, 'sessions', harness, session)
  const keyOf = (project: string) => projectKey(project, sha256)
  const folderOf = (at: SessionFolder) => join(sessions(at.harness, at.session), keyOf(at.project))
  const projectFolder = (project: string) => join(root, 'projects', keyOf(project))
  const write = (request: AtomicWrite) => writeAtomically(request, steps)
  let waitMs = LOCKS_MS
  const lockIn = <T>(folder: string, body: () => T): T => {
    makeFolder(folder)
    const startedMs = Date.now()
    try {
      return withFileLock(join(folder, 'lock'), { startOf, timeoutMs: Math.min(LOCK_MS, waitMs) }, body)
    } catch (error) {
      if (error instanceof LockTimeout) waitMs -= Date.now() - startedMs
      throw error
    }
  }
  const readBaseline = (at: SessionFolder) => readBaselineFile(join(folderOf(at), 'baseline'), sha256)

  return {
    root,
    projectsOf: (harness, session) =>
      namesIn(sessions(harness, session)).map((key) => ({
        key,
        project: projectOfKey(key) ?? longProject(sessions(harness, session), key, sha256),
      })),
    hasSession: (harness, session) => namesIn(sessions(harness, session)).length > 0,
    readIndex: (at) => readIndexFile(folderOf(at)),
    writeIndex: (at, index) => writeIndexFile(folderOf(at), index, write),
    dropIndex: (at) => removeIfThere(join(folderOf(at), 'index')),
    readBaseline,
    writeBaseline: (at, baseline) => {
      makeFolder(folderOf(at))
      write({ path: join(folderOf(at), 'baseline'), text: baselineText(baseline, sha256) })
    },
    newestOther: (at) => newestOther(root, at, keyOf(at.project), sha256),
    sessionsOf: (project) => sessionsOf(root, project, keyOf(project)),
    allSessions: () => allSessions(root, sha256),
    projectFolder,
    forgetOldSessions: (nowMs) => forgetOldSessions(root, nowMs),
    beat: (at, nowMs) => beat(folderOf(at), nowMs),
    locked: (at, body) => lockIn(folderOf(at), body),
    readNote: (at, name) => readOrNull(join(folderOf(at), name)),
    writeNote: (at, name, text) => writeNote(folderOf(at), name, text, write),
    windows: (project) => readWindows(join(projectFolder(project), 'windows')),
    openWindow: (project, window) => openWindow(join(projectFolder(project), 'windows'), window),
    closeWindow: (project, key) => removeIfThere(join(projectFolder(project), 'windows', key)),
    appends: (project) => readAppends(join(projectFolder(project), 'appends.json')),
    changeAppends: (project, change) =>
      lockIn(projectFolder(project), () => {
        const path = join(projectFolder(project), 'appends.json')
        write({ path, text: `${JSON.stringify(change(readAppends(path)), null, 1)}\n` })
      }),
    isAccepted: (project, digest) => readLines(join(projectFolder(project), 'accepted')).includes(digest),
    accept: (project, digest) =>
      lockIn(projectFolder(project), () => {
        const path = join(projectFolder(project), 'accepted')
        write({ path, text: `${[...new Set([...readLines(path), digest])].join('\n')}\n` })
      }),
    claimNewDecision: (project, file, owner, nowMs) =>
      lockIn(projectFolder(project), () => claim(join(projectFolder(project), 'claims'), file, owner, nowMs)),
    releaseClaims: (project, owner) => releaseClaims(join(projectFolder(project), 'claims'), owner),
  }
}

function readLines(path: string): readonly string[] {
  return (readOrNull(path) ?? '').split('\n').filter((line) => line !== '')
}

/** The project of a folder name, where the name holds it whole. */
function projectOfKey(key: string): string | null {
  if (!key.startsWith('%2F')) return null
  try {
    return decodeURIComponent(key)
  } catch {
    return null
  }
}

/** A path too long for a folder name stands in the baseline. */
function longProject(folder: string, key: string, sha256: (text: string) => string): string | null {
  const baseline = readBaselineFile(join(folder, key, 'baseline'), sha256)
  return typeof baseline === 'string' ? null : baseline.project
}

function readBaselineFile(path: string, sha256: (text: string) => string): Baseline | 'missing' | 'broken' {
  const text = readOrNull(path)
  if (text === null) return 'missing'
  return parseBaseline(text, sha256) ?? 'broken'
}

function newestOther(root: string, at: SessionFolder, key: string, sha256: (text: string) => string): Baseline | null {
  const found = sessionsOf(root, at.project, key)
    .filter((other) => other.harness !== at.harness || other.session !== at.session)
    .map((other) => join(root, 'sessions', other.harness, other.session, key, 'baseline'))
    .map((path) => ({ path, madeMs: statSync(path).mtimeMs }))
    .sort((a, b) => b.madeMs - a.madeMs)
  for (const { path } of found) {
    const baseline = readBaselineFile(path, sha256)
    if (typeof baseline !== 'string') return baseline
  }
  return null
}

function sessionsOf(root: string, project: string, key: string): readonly SessionFolder[] {
  return namesIn(join(root, 'sessions')).flatMap((harness) =>
    namesIn(join(root, 'sessions', harness))
      .filter((session) => isFile(join(root, 'sessions', harness, session, key, 'baseline')))
      .map((session) => ({ harness, session, project })),
  )
}

function allSessions(root: string, sha256: (text: string) => string): readonly SessionFolder[] {
  return namesIn(join(root, 'sessions')).flatMap((harness) =>
    namesIn(join(root, 'sessions', harness)).flatMap((session) => {
      const folder = join(root, 'sessions', harness, session)
      return namesIn(folder).flatMap((key) => {
        const project = projectOfKey(key) ?? longProject(folder, key, sha256)
        return project !== null && isFile(join(folder, key, 'baseline')) ? [{ harness, session, project }] : []
      })
    }),
  )
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false
}

function beat(folder: string, nowMs: number): void {
  const path = join(folder, 'heartbeat')
  try {
    utimesSync(path, nowMs / 1000, nowMs / 1000)
  } catch (error) {
    if (!isAbsent(error)) throw error
    makeFolder(folder)
    writeFileSync(path, '', { mode: 0o600 })
  }
}

function writeNote(folder: string, name: NoteName, text: string | null, write: (request: AtomicWrite) => void): void {
  if (text === null) {
    removeIfThere(join(folder, name))
    return
  }
  makeFolder(folder)
  write({ path: join(folder, name), text, flush: name === 'unproven' })
}

/** A list that was edited or cut is an error: what it held back must not come into force for that. */
function readAppends(path: string): readonly AgentAppend[] {
  const text = readOrNull(path)
  if (text === null) return []
  try {
    return JSON.parse(text) as readonly AgentAppend[] // nobody but us writes here
  } catch (cause) {
    throw Object.assign(new Error(`${path} cannot be read`, { cause }), { code: 'EBADMSG', path })
  }
}
