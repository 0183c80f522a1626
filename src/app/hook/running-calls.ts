import { type HookEvent, mayDoAnything } from '../../core/hook.ts'
import { commandExcerpt, type Window } from '../../core/sessions/window.ts'
import type { HookWorld, SessionFolder } from '../world-hook.ts'
import { liveWindows } from './live-windows.ts'

/**
 * The calls that may have changed the log: those with an open window, in this project or of this session elsewhere,
 * and the one that this very event says has just ended. The latter counts with or without its window, for a window is
 * a file that a command can remove.
 */
export function runningCalls(world: HookWorld, event: HookEvent, at: SessionFolder): readonly Window[] {
  const elsewhere = world.state
    .projectsOf(at.harness, at.session)
    .flatMap(({ project }) => (project === null || project === at.project ? [] : liveWindows(world, project)))
    .filter((window) => window.harness === at.harness && window.session === at.session)
  return [...endedCall(world, event, at), ...liveWindows(world, at.project), ...elsewhere]
}

function endedCall(world: HookWorld, event: HookEvent, at: SessionFolder): readonly Window[] {
  const [call, ...others] = event.kind === 'after-tool' ? event.calls : []
  if (!call || others.length > 0 || event.name === 'PostToolBatch' || !mayDoAnything(call)) return []
  return [
    {
      schema: 'bylaw.window/v1',
      harness: at.harness,
      session: at.session,
      callId: call.id,
      tool: call.name,
      command: commandExcerpt(call.command ?? ''),
      openedAtMs: world.now(),
      openedTicks: null,
      process: null,
      background: call.background,
    },
  ]
}
