import type { HookEvent } from '../../core/hook.ts'
import type { Baseline } from '../../core/sessions/baseline.ts'
import { compareLog, type DiskLog, type FoundAppend, type LogComparison } from '../../core/sessions/compare-log.ts'
import { findGuard } from '../../core/sessions/find-guard.ts'
import { type DecisionInForce, emptyState, type LogState, toldText } from '../../core/sessions/log-state.ts'
import type { AgentAppend } from '../../core/sessions/window.ts'
import type { HookWorld, IndexDraft, LogFolder, OpenWindow, SessionFolder } from '../world-hook.ts'
import { checkHooks } from './check-hooks.ts'
import { liveWindows } from './live-windows.ts'
import { makeBaseline } from './make-baseline.ts'
import { sessionOption } from './read-log-state.ts'

/** A file that a person's editor is just saving may be half there: a break is looked at once more after this. */
const SECOND_LOOK_MS = 30

/**
 * The slow path: reads the log, holds it against the session's baseline under the session's lock, takes on what may
 * be taken on, and writes the index anew where nothing is wrong. Decides on bytes.
 */
export async function refreshLogState(world: HookWorld, event: HookEvent, at: SessionFolder): Promise<LogState> {
  const hooks = await checkHooks(world, at, event)
  const first = world.state.locked(at, () => refreshOnce(world, event, at, hooks))
  if (first.violations.length === 0) return first
  pause(SECOND_LOOK_MS)
  return world.state.locked(at, () => refreshOnce(world, event, at, hooks))
}

function pause(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}

type HookCheck = Awaited<ReturnType<typeof checkHooks>>

function refreshOnce(world: HookWorld, event: HookEvent, at: SessionFolder, hooks: HookCheck): LogState {
  const startedMs = world.now()
  const stored = world.state.readBaseline(at)
  if (stored === 'broken') return brokenState(world, at)
  const folder = world.disk.readLog(at.project)
  const made = stored === 'missing' ? makeBaseline(world, event, at, folder, hooks.watched) : null
  const baseline = made ?? (stored as Baseline)
  const windows = liveWindows(world, at.project)
  const comparison = compare(world, at, baseline, folder, windows)
  const appends = noteAppends(world, at, comparison, folder, windows)
  const kept = keepBaseline(world, event, at, baseline, comparison, made !== null)
  const state = describe(at, kept, comparison, hooks, appends)
  if (folder && isIndexable(state)) world.state.writeIndex(at, indexOf(world, startedMs, folder, kept, state))
  else world.state.dropIndex(at)
  return state
}

function compare(
  world: HookWorld,
  at: SessionFolder,
  baseline: Baseline,
  folder: LogFolder | null,
  windows: readonly OpenWindow[],
): LogComparison {
  const disk: DiskLog = folder
  const held = heldTexts(world, at, folder)
  const before = compareLog({
    baseline: baseline.texts,
    disk: { files: entries(baseline.texts), others: [] },
    guarded: false,
    held: {},
  })
  const guarded = windows.length > 0 && findGuard(before.inForce.current) !== null
  return compareLog({ baseline: baseline.texts, disk, guarded, held })
}

function entries(texts: Readonly<Record<string, string>>) {
  return Object.entries(texts).map(([name, text]) => ({ name, text }))
}

/** The files whose present text is held: known by the digest of the whole file. */
function heldTexts(world: HookWorld, at: SessionFolder, folder: LogFolder | null): Readonly<Record<string, string>> {
  const held = world.state.appends(at.project).filter((append) => append.state === 'held')
  if (held.length === 0 || !folder) return {}
  const texts: Record<string, string> = {}
  for (const file of folder.files) {
    if (held.some((append) => append.file === file.name && append.sha256 === world.sha256(file.text))) {
      texts[file.name] = file.text
    }
  }
  return texts
}

type NotedAppends = { readonly held: readonly AgentAppend[]; readonly news: readonly string[] }

/** Writes down appends that appeared while an agent's call ran, and forgets held ones that are gone. */
function noteAppends(
  world: HookWorld,
  at: SessionFolder,
  comparison: LogComparison,
  folder: LogFolder | null,
  windows: readonly OpenWindow[],
): NotedAppends {
  const known = world.state.appends(at.project)
  const found = comparison.appends.map((append) => describeAppend(world, at, append, folder, windows, known))
  const fresh = found.flatMap((one) => (one.isNew && one.append ? [one.append] : []))
  const held = found.flatMap((one) => (one.append?.state === 'held' ? [one.append] : []))
  const stale = known.filter((append) => append.state === 'held' && !held.some((one) => isSameAppend(one, append)))
  if (fresh.length > 0 || (stale.length > 0 && folder)) {
    world.state.changeAppends(at.project, (before) => [
      ...before.filter((append) => !stale.some((one) => isSameAppend(one, append))),
      ...fresh,
    ])
  }
  const news = comparison.appends
    .filter((append) => !append.held)
    .map((append) => {
      const by = fresh.find((one) => one.id === append.id)
      return by
        ? `${append.id} has a new entry; it appeared while an agent's ${by.tool} call ran: ${by.command}`
        : `${append.id} was revised by a person and applies as it is now`
    })
  return { held, news }
}

function isSameAppend(a: AgentAppend, b: AgentAppend): boolean {
  return a.file === b.file && a.sha256 === b.sha256
}

function describeAppend(
  world: HookWorld,
  at: SessionFolder,
  found: FoundAppend,
  folder: LogFolder | null,
  windows: readonly OpenWindow[],
  known: readonly AgentAppend[],
): { readonly isNew: boolean; readonly append: AgentAppend | null } {
  const text = folder?.files.find((file) => file.name === found.file)?.text ?? ''
  const sha256 = world.sha256(text)
  const old = known.find((append) => append.file === found.file && append.sha256 === sha256)
  if (old) return { isNew: false, append: old }
  const window = windows[0]
  if (!window) return { isNew: false, append: null }
  return {
    isNew: true,
    append: {
      id: found.id,
      file: found.file,
      from: found.from,
      sha256,
      state: found.held ? 'held' : 'reported',
      harness: window.harness,
      session: window.session,
      tool: window.tool,
      command: window.command,
      at: new Date(world.now()).toISOString(),
    },
  }
}

/** The baseline that counts from now on; written only where it says something new. */
function keepBaseline(
  world: HookWorld,
  event: HookEvent,
  at: SessionFolder,
  baseline: Baseline,
  comparison: LogComparison,
  isNew: boolean,
): Baseline {
  const told = tellsDecisions(event) ? toldText(comparison.inForce.current) : baseline.told
  const process = livingProcess(world, event, baseline)
  const kept: Baseline = { ...baseline, texts: comparison.texts, told, process, notices: isNew ? baseline.notices : [] }
  const changed =
    told !== baseline.told || process !== baseline.process || kept.notices.length !== baseline.notices.length
  if (isNew || changed || !sameTexts(kept.texts, baseline.texts)) world.state.writeBaseline(at, kept)
  return kept
}

/** A resumed session runs in another process than the one it began in: the new one may close its windows. */
function livingProcess(world: HookWorld, event: HookEvent, baseline: Baseline): Baseline['process'] {
  const before = baseline.process
  if (event.kind !== 'session-started' || before === null) return before
  return world.processes.row(before.pid)?.start === before.start ? before : world.processes.harnessProcess()
}

/** At these events the model is given the list of decisions. */
export function tellsDecisions(event: HookEvent): boolean {
  return event.kind === 'session-started' || event.kind === 'prompt'
}

function sameTexts(a: Readonly<Record<string, string>>, b: Readonly<Record<string, string>>): boolean {
  const names = Object.keys(a)
  return names.length === Object.keys(b).length && names.every((name) => a[name] === b[name])
}

function describe(
  at: SessionFolder,
  baseline: Baseline,
  comparison: LogComparison,
  hooks: HookCheck,
  appends: NotedAppends,
): LogState {
  const decisions: readonly DecisionInForce[] = comparison.inForce.current
  return {
    ...emptyState(at.project, sessionOption(at)),
    decisions,
    guard: findGuard(decisions) !== null,
    guarded: hooks.guarded,
    hooks: hooks.registered,
    process: baseline.process,
    violations: comparison.violations,
    integrity: hooks.judge(baseline),
    invalid: comparison.invalid.map((finding) => `${finding.at?.file ?? at.project}: ${finding.message}`),
    warnings: comparison.warnings.map((finding) => `${finding.at?.file ?? ''}: ${finding.message}`),
    held: appends.held,
    news: [...baseline.notices, ...appends.news],
    untold: baseline.told !== toldText(decisions),
  }
}

/** Only what is a function of the files alone may be answered from the index. */
function isIndexable(state: LogState): boolean {
  return state.violations.length === 0 && state.integrity.length === 0 && state.held.length === 0
}

function indexOf(
  world: HookWorld,
  startedMs: number,
  folder: LogFolder,
  baseline: Baseline,
  state: LogState,
): IndexDraft {
  return {
    v: 1,
    at: startedMs,
    hdr: folder.hdr,
    folder: folder.folder,
    files: folder.files.map((file) => [file.name, ...file.identity]),
    watched: baseline.watched.map((file) => [file.path, world.disk.identity(file.path)]),
    current: state.decisions.map(({ id, title, entry, revised, check }) => ({ id, title, entry, revised, check })),
    guard: state.guard,
    guarded: state.guarded,
    hooks: state.hooks,
    invalid: state.invalid,
    warnings: state.warnings,
    process: baseline.process,
    told: baseline.told,
  }
}

/** A baseline that was cut or edited says nothing: that is a violation and never a fresh start. */
function brokenState(world: HookWorld, at: SessionFolder): LogState {
  return {
    ...emptyState(at.project, sessionOption(at)),
    guard: true,
    violations: [
      {
        id: 'baseline',
        file: world.state.root,
        what: `this session's baseline in ${world.state.root} was edited or cut; a person starts a new session, or runs the command below`,
        extra: false,
      },
    ],
  }
}
