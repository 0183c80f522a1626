import { assembleLog } from '../../core/decisions/read-decision-log.ts'
import type { HookEvent } from '../../core/hook.ts'
import type { Baseline } from '../../core/sessions/baseline.ts'
import { compareLog, type LogComparison, type Violation } from '../../core/sessions/compare-log.ts'
import { findGuard } from '../../core/sessions/find-guard.ts'
import { groupDecisions, packFiles } from '../../core/sessions/log-index.ts'
import { type DecisionInForce, emptyState, type LogState, toldText } from '../../core/sessions/log-state.ts'
import { sessionOption } from '../../core/sessions/state-keys.ts'
import type { Window } from '../../core/sessions/window.ts'
import type { HookWorld, IndexDraft, LogFolder, SessionFolder } from '../world-hook.ts'
import { attributedChanges, type NotedChanges, noteChanges } from './agent-changes.ts'
import { checkHooks } from './check-hooks.ts'
import { unregisteredHooks, watchBases } from './derived-facts.ts'
import { makeBaseline } from './make-baseline.ts'
import { runningCalls } from './running-calls.ts'

/** A file that is just being saved may be half there: a break, or a file that cannot be read, is looked at again after this. */
const SECOND_LOOK_MS = 30

/**
 * The slow path: reads the log, holds it against the session's baseline under the session's lock, takes on what may
 * be taken on, and writes the index anew where nothing is wrong. Decides on bytes.
 */
export async function refreshLogState(world: HookWorld, event: HookEvent, at: SessionFolder): Promise<LogState> {
  const hooks = await checkHooks(world, at, event)
  const first = world.state.locked(at, () => refreshOnce(world, event, at, hooks))
  if (first.violations.length === 0 && first.invalid.length === 0) return first
  pause(SECOND_LOOK_MS)
  const second = world.state.locked(at, () => refreshOnce(world, event, at, hooks))
  // The first look took note of what is new: the second one knows it already.
  return { ...second, news: [...new Set([...first.news, ...second.news])], untold: first.untold || second.untold }
}

function pause(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}

type HookCheck = Awaited<ReturnType<typeof checkHooks>>

function refreshOnce(world: HookWorld, event: HookEvent, at: SessionFolder, hooks: HookCheck): LogState {
  const startedMs = world.now()
  const stored = world.state.readBaseline(at)
  if (stored === 'broken') return brokenState(world, at)
  // Another hook may close a window, or open one, while the log is read: both looks count.
  const before = runningCalls(world, event, at)
  const folder = world.disk.readLog(at.project)
  const windows = [...before, ...runningCalls(world, event, at)]
  const made = stored === 'missing' ? makeBaseline(world, event, at, folder, hooks.watched, windows) : null
  const baseline = made ?? (stored as Baseline)
  const comparison = compare(world, at, baseline, folder, windows)
  const appends = noteChanges(world, at, comparison, folder, windows)
  const kept = keepBaseline(world, event, at, baseline, comparison, made !== null)
  // At an event that tells the decisions, what was told before it is the measure.
  const untold = baseline.told !== toldText(comparison.inForce.current)
  const violations = withCause(world, at, baseline.commit, comparison.violations)
  const state = { ...describe(at, kept, comparison, hooks, appends), violations, untold }
  if (folder && isIndexable(state)) world.state.writeIndex(at, indexOf(world, startedMs, folder, kept, state))
  else world.state.dropIndex(at)
  return state
}

/** A branch switch, merge or reset that took decisions away is named as the cause. */
function withCause(
  world: HookWorld,
  at: SessionFolder,
  before: string | null,
  violations: readonly Violation[],
): readonly Violation[] {
  if (violations.length === 0 || before === null) return violations
  const now = world.head.commit(at.project)
  if (now === null || now === before) return violations
  const cause = `; the last commit changed from ${before.slice(0, 7)} to ${now.slice(0, 7)}`
  return violations.map((violation) => ({ ...violation, what: violation.what + cause }))
}

function compare(
  world: HookWorld,
  at: SessionFolder,
  baseline: Baseline,
  folder: LogFolder | null,
  windows: readonly Window[],
): LogComparison {
  const guarded = windows.length > 0 && isGuarded(baseline)
  return compareLog({ baseline: baseline.texts, disk: folder, guarded, ...attributedChanges(world, at.project) })
}

/** Whether the decisions in force before this event guard the log. */
function isGuarded({ texts }: Baseline): boolean {
  const files = Object.entries(texts).map(([name, text]) => ({ name, text }))
  return findGuard(assembleLog({ files }).current) !== null
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
  const notices = isNew || event.contextFades ? baseline.notices : []
  const kept: Baseline = { ...baseline, texts: comparison.texts, told, process, notices }
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

/** At these events the model is given the list of decisions, to keep. */
export function tellsDecisions(event: HookEvent): boolean {
  return !event.contextFades && (event.kind === 'session-started' || event.kind === 'prompt')
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
  appends: NotedChanges,
): LogState {
  const decisions: readonly DecisionInForce[] = comparison.inForce.current
  return {
    ...emptyState(at.project, sessionOption(at)),
    decisions,
    guard: findGuard(decisions),
    watchBases: watchBases(decisions),
    guarded: hooks.guarded,
    hooks: hooks.registered,
    process: baseline.process,
    integrity: hooks.judge(baseline),
    invalid: comparison.invalid.map((finding) => `${finding.at?.file ?? at.project}: ${finding.message}`),
    warnings: comparison.warnings.map((finding) => `${finding.at?.file ?? ''}: ${finding.message}`),
    unregistered: unregisteredHooks(decisions, hooks.registered),
    held: appends.held,
    news: [...baseline.notices, ...appends.news],
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
    v: 2,
    at: startedMs,
    hdr: folder.hdr,
    folder: folder.folder,
    files: packFiles(folder.files.map((file) => [file.name, file.identity])),
    watched: packFiles(baseline.watched.map((file) => [file.path, world.disk.identity(file.path)])),
    groups: groupDecisions(
      state.decisions.map(({ id, title, entry, revised, check }) => ({ id, title, entry, revised, check })),
    ),
    guard: state.guard,
    watchBases: state.watchBases,
    guarded: state.guarded,
    hooks: state.hooks,
    invalid: state.invalid,
    warnings: state.warnings,
    unregistered: state.unregistered,
    process: baseline.process,
    // As it is after this event, which may have told them.
    untold: baseline.told !== toldText(state.decisions),
  }
}

/** A baseline that was cut or edited says nothing: that is a violation and never a fresh start. */
function brokenState(world: HookWorld, at: SessionFolder): LogState {
  return {
    ...emptyState(at.project, sessionOption(at)),
    guard: 'LOG-INTEGRITY',
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
