import { standsIn } from '../../core/sessions/agent-marks.ts'
import type { Baseline } from '../../core/sessions/baseline.ts'
import { compareLog, type LogComparison } from '../../core/sessions/compare-log.ts'
import type { AgentAppend } from '../../core/sessions/window.ts'
import { attributedChanges } from '../hook/agent-changes.ts'
import type { LogFolder, SessionFolder } from '../world-hook.ts'
import type { SessionWorld } from '../world-sessions.ts'

/** One session of a project, held against the log as it is now. */
export type SessionView = {
  readonly at: SessionFolder
  readonly baseline: Baseline
  readonly disk: LogFolder | null
  readonly comparison: LogComparison
}

/** The session's view of its log, or why its baseline cannot be used. Changes nothing. */
export function viewSession(world: SessionWorld, at: SessionFolder): SessionView | 'missing' | 'broken' {
  const baseline = world.state.readBaseline(at)
  if (typeof baseline === 'string') return baseline
  const disk = world.disk.readLog(at.project)
  const attributed = attributedChanges(world, at.project)
  const comparison = compareLog({ baseline: baseline.texts, disk, guarded: false, ...attributed })
  return { at, baseline, disk, comparison }
}

/** What agents' calls brought that is on the disk now; what is stashed or on another branch waits there unseen. */
export function standingAppends(world: SessionWorld, project: string): readonly AgentAppend[] {
  const known = world.state.appends(project)
  const files = known.length === 0 ? [] : (world.disk.readLog(project)?.files ?? [])
  return known.filter((append) => files.some((file) => standsIn(append, file)))
}

/** Whether the process the session runs in is still there; a session without one may be. */
export function isLive(world: SessionWorld, baseline: Baseline): boolean {
  return baseline.process === null || world.processes.row(baseline.process.pid)?.start === baseline.process.start
}
