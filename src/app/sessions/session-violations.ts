import type { Baseline } from '../../core/sessions/baseline.ts'
import { compareLog, type LogComparison } from '../../core/sessions/compare-log.ts'
import type { LogFolder, SessionFolder } from '../world-hook.ts'
import type { SessionWorld } from '../world-sessions.ts'

/** One session of a project, held against the log as it is now. */
export type SessionView = {
  readonly at: SessionFolder
  readonly baseline: Baseline
  readonly disk: LogFolder | null
  readonly comparison: LogComparison
}

/** How a command line names a session. */
export function sessionName(at: SessionFolder): string {
  return `${at.harness}/${at.session}`
}

/** The session's view of its log, or why its baseline cannot be used. Changes nothing. */
export function viewSession(world: SessionWorld, at: SessionFolder): SessionView | 'missing' | 'broken' {
  const baseline = world.state.readBaseline(at)
  if (typeof baseline === 'string') return baseline
  const disk = world.disk.readLog(at.project)
  const held = heldTexts(world, at.project, disk)
  return { at, baseline, disk, comparison: compareLog({ baseline: baseline.texts, disk, guarded: false, held }) }
}

/** Files whose text is held until a person accepts it. */
export function heldTexts(
  world: SessionWorld,
  project: string,
  disk: LogFolder | null,
): Readonly<Record<string, string>> {
  const held = world.state.appends(project).filter((append) => append.state === 'held')
  const files = held.length === 0 ? [] : (disk?.files ?? [])
  return Object.fromEntries(
    files
      .filter((file) => held.some((append) => append.file === file.name && append.sha256 === world.sha256(file.text)))
      .map((file) => [file.name, file.text]),
  )
}

/** Whether the process the session runs in is still there; a session without one may be. */
export function isLive(world: SessionWorld, baseline: Baseline): boolean {
  return baseline.process === null || world.processes.row(baseline.process.pid)?.start === baseline.process.start
}
