import { assembleLog } from '../../core/decisions/read-decision-log.ts'
import type { HookEvent } from '../../core/hook.ts'
import type { Baseline, BaselineOrigin, WatchedFile } from '../../core/sessions/baseline.ts'
import { compareLog } from '../../core/sessions/compare-log.ts'
import { findGuard } from '../../core/sessions/find-guard.ts'
import type { Window } from '../../core/sessions/window.ts'
import type { HookWorld, LogFolder, SessionFolder } from '../world-hook.ts'
import { attributedChanges, withoutAttributed } from './agent-changes.ts'

/**
 * A session's baseline of one project, made at the first event that meets it (specification decisions section 5).
 * At a session's start it is the disk. Made late (it was deleted, or the session only now came here) the files are
 * held against the last commit by the append rule: what is no append stays as the commit has it, and is a violation
 * at once. Without a commit it is the disk as it is.
 */
export function makeBaseline(
  world: HookWorld,
  event: HookEvent,
  at: SessionFolder,
  disk: LogFolder | null,
  watched: readonly WatchedFile[],
  windows: readonly Window[],
): Baseline {
  const isStart = isSessionStart(world, event, at)
  const head = isStart && windows.length === 0 ? null : world.head.logAtHead(at.project)
  const { texts, origin } = beginWith(world, at, disk, { head, isStart, windows })
  const draft: Omit<Baseline, 'notices'> = {
    schema: 'bylaw.baseline/v1',
    harness: at.harness,
    session: at.session,
    project: at.project,
    madeAt: new Date(world.now()).toISOString(),
    origin,
    process: world.processes.harnessProcess(),
    commit: world.head.commit(at.project),
    texts,
    watched,
    told: '',
  }
  const late =
    origin === 'head' ? [`this session had no baseline of ${at.project}: the log was held against the last commit`] : []
  return { ...draft, notices: [...late, ...noticesFor(world, event, at, texts)] }
}

/** Startup, clear and fork begin a session; so does the first event of an id that was never seen at a prompt. */
function isSessionStart(world: HookWorld, event: HookEvent, at: SessionFolder): boolean {
  if (event.kind === 'session-started') return event.source !== 'resume' && event.source !== 'compact'
  return event.kind === 'prompt' && world.state.projectsOf(at.harness, at.session).length <= 1
}

type Beginning = {
  readonly head: Readonly<Record<string, string>> | null
  readonly isStart: boolean
  readonly windows: readonly Window[]
}

/**
 * At a session's start the disk, without what is held or refused. While an agent's call runs, also of another session,
 * the disk says nothing of itself: then it is held against the newest other baseline, or the last commit, under the
 * rules for agents where these hold the guard.
 */
function beginWith(
  world: HookWorld,
  at: SessionFolder,
  disk: LogFolder | null,
  { head, isStart, windows }: Beginning,
): { readonly texts: Readonly<Record<string, string>>; readonly origin: BaselineOrigin } {
  const attributed = attributedChanges(world, at.project)
  const onDisk = {
    texts: withoutAttributed(readableTexts(disk), attributed),
    origin: isStart ? 'session-start' : 'disk',
  } as const
  const measure = windows.length > 0 ? (world.state.newestOther(at)?.texts ?? head) : head
  if (measure === null) return onDisk
  const guarded = windows.length > 0 && findGuard(assembleLog({ files: filesOf(measure) }).current) !== null
  if (isStart && !guarded) return onDisk
  const { texts } = compareLog({ baseline: measure, disk, guarded, ...attributed })
  return { texts, origin: isStart ? 'session-start' : 'head' }
}

function filesOf(texts: Readonly<Record<string, string>>) {
  return Object.entries(texts).map(([name, text]) => ({ name, text }))
}

function readableTexts(disk: LogFolder | null): Readonly<Record<string, string>> {
  const log = assembleLog({ files: disk?.files ?? [] })
  const invalid = new Set(log.invalid.map((file) => file.file))
  return Object.fromEntries(
    (disk?.files ?? []).filter((file) => !invalid.has(file.name)).map((file) => [file.name, file.text]),
  )
}

/** A new session never fails because of the one before it, but it says what was rewritten in between. */
function noticesFor(
  world: HookWorld,
  event: HookEvent,
  at: SessionFolder,
  texts: Readonly<Record<string, string>>,
): readonly string[] {
  if (event.kind !== 'session-started' && event.kind !== 'prompt') return []
  world.state.forgetOldSessions(world.now())
  const other = world.state.newestOther(at)
  if (!other) return []
  const { violations } = compareLog({
    baseline: other.texts,
    disk: { files: filesOf(texts), others: [] },
    guarded: false,
  })
  return violations.map(
    (violation) =>
      `${violation.id}: its history differs from what the earlier session ${other.harness}/${other.session} saw: ${violation.what}`,
  )
}
