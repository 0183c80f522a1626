import type { HarnessName } from '../../core/harness.ts'
import { isOurCommand } from '../../core/registration/our-command.ts'
import type { HarnessProcess } from '../../core/sessions/baseline.ts'
import type { HookWorld, OpenWindow } from '../world-hook.ts'

type WindowWorld = Pick<HookWorld, 'state' | 'processes' | 'now'>

/** Where the system tells no processes apart, no call is taken to run longer than this. */
const UNKNOWN_PROCESS_MS = 12 * 60 * 60 * 1000

/** The windows of a project that are still open; one whose harness process is gone is closed on the way. */
export function liveWindows(world: WindowWorld, project: string): readonly OpenWindow[] {
  return world.state.windows(project).filter((window) => {
    if (
      window.process === null ? world.now() - window.openedAtMs < UNKNOWN_PROCESS_MS : isAlive(world, window.process)
    ) {
      return true
    }
    if (leftRunning(world, project, window).length > 0) return true
    world.state.closeWindow(project, window.key)
    return false
  })
}

function isAlive(world: WindowWorld, process: HarnessProcess): boolean {
  return world.processes.row(process.pid)?.start === process.start
}

/** Processes that the window's call started and that still run. */
export function leftRunning(world: WindowWorld, project: string, window: OpenWindow) {
  if (window.process === null || window.openedTicks === null) return []
  return world.processes.leftRunning({ harness: window.process, sinceTicks: window.openedTicks, project })
}

/**
 * Closes what this event may close: windows of its own session, of the named calls or (without names) of the whole
 * turn. Only an event that comes from the harness process of the session's first event closes a window; a call whose
 * processes still run keeps its window open.
 */
export function closeWindows(
  world: WindowWorld,
  project: string,
  session: { readonly harness: string; readonly session: string; readonly process: HarnessProcess | null },
  calls: readonly (string | null)[] | 'turn',
): void {
  if (!comesFrom(world, session.process, session.harness)) return
  for (const window of world.state.windows(project)) {
    if (window.harness !== session.harness || window.session !== session.session) continue
    if (calls !== 'turn' && (window.background || !calls.includes(window.callId))) continue
    if (leftRunning(world, project, window).length === 0) world.state.closeWindow(project, window.key)
  }
}

/**
 * Whether this hook was started by the process the session began with, in the way it was then: no deeper in its tree,
 * and by a shell that runs our registered command and nothing else. An agent's shell that feeds a made-up payload to
 * our program is itself a child of the harness, but runs other words.
 */
function comesFrom(world: WindowWorld, expected: HarnessProcess | null, harness: string): boolean {
  const now = world.processes.harnessProcess()
  if (expected === null || now === null) return true
  if (now.pid !== expected.pid || now.start !== expected.start || now.depth > expected.depth) return false
  return now.depth === 0 || !isRegistered(expected, harness) || isRegistered(now, harness)
}

function isRegistered({ command }: HarnessProcess, harness: string): boolean {
  return command !== null && isOurCommand(command, harness as HarnessName) // sessions are kept under its own name
}
