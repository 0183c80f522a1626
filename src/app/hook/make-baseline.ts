import { assembleLog } from '../../core/decisions/read-decision-log.ts'
import type { HookEvent } from '../../core/hook.ts'
import type { Baseline, BaselineOrigin, WatchedFile } from '../../core/sessions/baseline.ts'
import { compareLog, type DiskLog } from '../../core/sessions/compare-log.ts'
import type { HookWorld, LogFolder, SessionFolder } from '../world-hook.ts'

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
): Baseline {
  const onDisk = readableTexts(disk)
  const head = isSessionStart(world, event, at) ? null : world.head.logAtHead(at.project)
  const texts = head === null ? onDisk : textsHeldAgainst(head, disk)
  const draft: Omit<Baseline, 'notices'> = {
    schema: 'bylaw.baseline/v1',
    harness: at.harness,
    session: at.session,
    project: at.project,
    madeAt: new Date(world.now()).toISOString(),
    origin: originOf(world, event, at, head !== null),
    process: world.processes.harnessProcess(),
    commit: world.head.commit(at.project),
    texts,
    watched,
    told: '',
  }
  return { ...draft, notices: noticesFor(world, event, at, texts) }
}

/** Startup, clear and fork begin a session; so does the first event of an id that was never seen at a prompt. */
function isSessionStart(world: HookWorld, event: HookEvent, at: SessionFolder): boolean {
  if (event.kind === 'session-started') return event.source !== 'resume' && event.source !== 'compact'
  return event.kind === 'prompt' && world.state.projectsOf(at.harness, at.session).length <= 1
}

function originOf(world: HookWorld, event: HookEvent, at: SessionFolder, fromHead: boolean): BaselineOrigin {
  if (fromHead) return 'head'
  return isSessionStart(world, event, at) ? 'session-start' : 'disk'
}

function readableTexts(disk: LogFolder | null): Readonly<Record<string, string>> {
  const log = assembleLog({ files: disk?.files ?? [] })
  const invalid = new Set(log.invalid.map((file) => file.file))
  return Object.fromEntries(
    (disk?.files ?? []).filter((file) => !invalid.has(file.name)).map((file) => [file.name, file.text]),
  )
}

/** What of the disk is an append to the last commit, and what of the commit must come back. */
function textsHeldAgainst(
  head: Readonly<Record<string, string>>,
  disk: LogFolder | null,
): Readonly<Record<string, string>> {
  const now: DiskLog = disk
  return compareLog({ baseline: head, disk: now, guarded: false, held: {} }).texts
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
  const files = Object.entries(texts).map(([name, text]) => ({ name, text }))
  const { violations } = compareLog({ baseline: other.texts, disk: { files, others: [] }, guarded: false, held: {} })
  return violations.map(
    (violation) =>
      `${violation.id}: its history differs from what the earlier session ${other.harness}/${other.session} saw: ${violation.what}`,
  )
}
