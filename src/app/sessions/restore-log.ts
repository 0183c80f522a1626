import { Refusal } from '../../core/fault.ts'
import type { Violation } from '../../core/sessions/compare-log.ts'
import { logFolderOf, relativeTo } from '../../core/sessions/log-paths.ts'
import { parseSessionOption, sessionOption } from '../../core/sessions/state-keys.ts'
import type { SessionFolder } from '../world-hook.ts'
import type { SessionWorld } from '../world-sessions.ts'
import { isLive, type SessionView, viewSession } from './session-violations.ts'

export type RestoreInput = {
  readonly cwd: string
  /** Only this decision. */
  readonly id: string | null
  /** `harness/session`, as a denial prints it. */
  readonly session: string | null
}

export type RestoreReport = {
  readonly kind: 'restore-report'
  readonly project: string
  readonly session: string
  readonly restored: readonly { readonly id: string; readonly file: string; readonly what: string }[]
  /** The folder that keeps what was there before. */
  readonly quarantine: string
  /** What is still wrong, where only one decision was asked for. */
  readonly left: readonly Violation[]
}

/**
 * Puts the texts of a session's baseline back. What was there is kept first, so that a crash between any two steps
 * loses nothing: 1. the present bytes are copied into a quarantine folder and flushed; 2. each file is replaced by
 * temporary file and rename; 3. the index is dropped. Running it again finishes what was left.
 */
export function restoreLog(world: SessionWorld, input: RestoreInput): RestoreReport {
  const at = chooseSession(world, input)
  return world.state.locked(at, () => restoreLocked(world, at, input.id))
}

function restoreLocked(world: SessionWorld, at: SessionFolder, id: string | null): RestoreReport {
  const view = mustView(world, at)
  const wanted = view.comparison.violations.filter((violation) => id === null || isNamed(violation, id))
  const strays = straysOf(view, id)
  if (wanted.length === 0 && strays.length === 0) throw nothingToDo(at, id)
  const stamp = new Date(world.now()).toISOString().replace(/[:.]/g, '-')
  const quarantine = `${world.state.projectFolder(at.project)}/quarantine/${stamp}`
  clearTheWay(world, at.project, quarantine)
  const folder = logFolderOf(at.project)
  const named = new Set(wanted.filter((violation) => !violation.extra).map((violation) => violation.file))
  for (const [name, text] of Object.entries(view.baseline.texts)) {
    if (!named.has(name) && !(view.disk === null && id === null)) continue
    world.keeper.copyAside(`${folder}/${name}`, quarantine)
    world.keeper.put(`${folder}/${name}`, text)
  }
  for (const name of strays) world.keeper.setAside(`${folder}/${name}`, quarantine)
  world.state.dropIndex(at)
  return report(
    world,
    at,
    [...wanted, ...strays.map((file) => ({ id: file, file, what: 'moved away', extra: true }))],
    quarantine,
  )
}

/** Files that the baseline does not have and that were not taken on: an agent's, or no decisions at all. */
function straysOf(view: SessionView, id: string | null): readonly string[] {
  const accepted = view.comparison.texts
  const extra = view.comparison.violations.filter((violation) => violation.extra).map((violation) => violation.file)
  const strays = (view.disk?.files ?? []).map((file) => file.name).filter((name) => accepted[name] === undefined)
  return [...new Set([...extra, ...strays])].filter((name) => id === null || name === `${id}.json`)
}

function isNamed(violation: Violation, id: string): boolean {
  return violation.id === id || violation.file === `${id}.json` || violation.id === '.hdr/decisions'
}

/** A link or file where the log's folders belong is kept and taken away. */
function clearTheWay(world: SessionWorld, project: string, quarantine: string): void {
  for (const path of [`${project}/.hdr`, logFolderOf(project)]) {
    const kind = world.disk.kindOf(path)
    if (kind !== null && kind !== 'folder') world.keeper.setAside(path, quarantine)
  }
}

function report(world: SessionWorld, at: SessionFolder, done: readonly Violation[], quarantine: string): RestoreReport {
  const after = mustView(world, at)
  return {
    kind: 'restore-report',
    project: at.project,
    session: sessionOption(at),
    restored: done.map(({ id, file, what }) => ({ id, file, what })),
    quarantine,
    left: after.comparison.violations,
  }
}

function mustView(world: SessionWorld, at: SessionFolder): SessionView {
  const view = viewSession(world, at)
  if (view === 'missing') {
    throw new Refusal({
      code: 'no-baseline',
      message: `the session ${sessionOption(at)} has no baseline of ${at.project}`,
    })
  }
  if (view === 'broken') {
    throw new Refusal({
      code: 'broken-baseline',
      message: `the baseline of ${sessionOption(at)} was edited or cut, so there is nothing to restore from`,
      hint: 'compare .hdr/decisions with git yourself, then start a new session',
    })
  }
  return view
}

function nothingToDo(at: SessionFolder, id: string | null): Refusal {
  const what = id === null ? 'the decision log is as its baseline has it' : `${id} is as its baseline has it`
  return new Refusal({ code: 'nothing-to-restore', message: `${what} (${sessionOption(at)})`, hint: 'bylaw validate' })
}

/** The named session, or the one live session whose log is violated. */
function chooseSession(world: SessionWorld, input: RestoreInput): SessionFolder {
  const all = sessionsAround(world, input.cwd)
  if (input.session !== null) return namedSession(world, all, input.session, input.id)
  const violated = all.filter((at) => {
    const view = viewSession(world, at)
    return typeof view !== 'string' && isLive(world, view.baseline) && needsRestore(view)
  })
  if (violated[0] && violated.length === 1) return violated[0]
  if (violated.length === 0) {
    throw new Refusal({
      code: 'nothing-to-restore',
      message: 'no live session finds the decision log violated',
      hint: 'name one with --session, as its denial prints it',
    })
  }
  throw new Refusal({
    code: 'several-sessions',
    message: `several sessions find the log violated: ${violated.map(sessionOption).join(', ')}`,
    hint: `choose one: bylaw decisions restore --session ${sessionOption(violated[0] as SessionFolder)}`,
  })
}

function needsRestore(view: SessionView): boolean {
  return view.comparison.violations.length > 0 || straysOf(view, null).length > 0
}

function hasLoss(view: ReturnType<typeof viewSession>, id: string | null): boolean {
  if (typeof view === 'string') return false
  return (
    view.comparison.violations.some((violation) => id === null || isNamed(violation, id)) ||
    straysOf(view, id).length > 0
  )
}

/** A session holds a baseline per log: of nested ones, the nearest that has something to restore. */
function namedSession(
  world: SessionWorld,
  all: readonly SessionFolder[],
  text: string,
  id: string | null,
): SessionFolder {
  const wanted = parseSessionOption(text)
  if (!wanted) {
    throw new Refusal({
      code: 'usage/bad-session',
      message: `${JSON.stringify(text)} names no session`,
      hint: 'expected harness/session, as the denial prints it',
    })
  }
  const found = all
    .filter((at) => at.harness === wanted.harness && at.session === wanted.session)
    .toSorted((a, b) => b.project.length - a.project.length)
  const chosen = found.find((at) => hasLoss(viewSession(world, at), id)) ?? found[0]
  if (chosen) return chosen
  const known = all.map(sessionOption).join(', ') || 'none'
  throw new Refusal({
    code: 'unknown-session',
    message: `no session ${text} has a baseline here`,
    hint: `known here: ${known}`,
  })
}

/** Sessions with a baseline of a project that holds this folder. The log itself may be gone. */
function sessionsAround(world: SessionWorld, cwd: string): readonly SessionFolder[] {
  const real = world.disk.realPath(cwd)
  return world.state.allSessions().filter((at) => relativeTo(at.project, real) !== null)
}
