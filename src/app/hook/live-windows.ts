import type { HarnessName } from '../../core/harness.ts'
import type { HookEvent } from '../../core/hook.ts'
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

/** What an event may close: the windows of the named calls, or of the whole turn. */
export type Closing = readonly (string | null)[] | 'turn'

/** The windows that an event says are over; null where it says so of none. */
export function closingOf(event: HookEvent): Closing | null {
  switch (event.kind) {
    case 'after-tool':
      return event.calls.map((call) => call.id)
    case 'stop':
      return event.subAgent ? null : 'turn'
    case 'session-started':
      return event.source === 'compact' ? null : 'turn'
    case 'prompt':
    case 'session-ended':
      return 'turn'
    default:
      return null
  }
}

/**
 * The windows of a session that an event closes. Must be asked before the log is read: a process that is gone by then
 * has done its writing by then. Only an event that comes from the harness process of the session's first event closes
 * a window, and a call whose processes still run keeps its window open.
 */
export function closableWindows(
  world: WindowWorld,
  project: string,
  session: { readonly harness: string; readonly session: string },
  closing: Closing,
): readonly string[] {
  return world.state
    .windows(project)
    .filter((window) => window.harness === session.harness && window.session === session.session)
    .filter((window) => closing === 'turn' || (!window.background && closing.includes(window.callId)))
    .filter((window) => comesFrom(world, window.process, { harness: session.harness, closing }))
    .filter((window) => leftRunning(world, project, window).length === 0)
    .map((window) => window.key)
}

/**
 * Whether this hook was started by the process the session began with, in the way it was then: as deep in its tree,
 * and by a shell that runs our registered command and nothing else. An agent's shell that feeds a made-up payload to
 * our program is itself a child of the harness, but runs other words. Where the system tells processes apart and this
 * one cannot be told, only the end of a turn closes anything.
 */
function comesFrom(
  world: WindowWorld,
  expected: HarnessProcess | null,
  { harness, closing }: { readonly harness: string; readonly closing: Closing },
): boolean {
  const now = world.processes.harnessProcess()
  if (expected === null || now === null) return closing === 'turn' || world.processes.ticksNow() === null
  if (!isAlive(world, expected)) return true
  if (now.pid !== expected.pid || now.start !== expected.start || now.depth !== expected.depth) return false
  return now.depth === 0 || isRegistered(now, harness) || now.command === expected.command
}

function isRegistered({ command }: HarnessProcess, harness: string): boolean {
  return command !== null && isOurCommand(command, harness as HarnessName) // sessions are kept under its own name
}
