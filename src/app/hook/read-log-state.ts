import type { HookEvent } from '../../core/hook.ts'
import { isSameFile } from '../../core/sessions/file-identity.ts'
import { groupOf, type LogIndex } from '../../core/sessions/log-index.ts'
import { type DecisionInForce, emptyState, type LogState } from '../../core/sessions/log-state.ts'
import { sessionOption } from '../../core/sessions/state-keys.ts'
import type { HookWorld, SessionFolder } from '../world-hook.ts'

/**
 * What this event knows of one log. The clean path compares identities with the index and reads no file; anything
 * that differs goes to the slow path, which decides on bytes and is loaded only then.
 */
export async function readLogState(world: HookWorld, event: HookEvent, at: SessionFolder): Promise<LogState> {
  try {
    world.state.beat(at, world.now())
    const clean = cleanState(world, event, at)
    if (clean) return clean
    const { refreshLogState } = await import('./refresh-log-state.ts')
    return await refreshLogState(world, event, at)
  } catch (error) {
    return troubledState(world, at, error)
  }
}

function cleanState(world: HookWorld, event: HookEvent, at: SessionFolder): LogState | null {
  // A turn ends on bytes: a file mapped into memory can change without any of its times.
  if (event.kind === 'session-started' || event.kind === 'stop') return null
  const { index, baseline } = world.state.readIndex(at)
  if (!index || !baseline || !isSameFile(index.baseline, baseline)) return null
  // What is told at a prompt is written down, which the slow path does.
  if (event.kind === 'prompt' && index.untold) return null
  if (world.disk.firstChange(at.project, index) !== null) return null
  return indexedState(index, event, at)
}

/** The state that an index stands for. */
function indexedState(index: LogIndex, event: HookEvent, at: SessionFolder): LogState {
  return {
    ...emptyState(at.project, sessionOption(at)),
    decisions: JSON.parse(index.groups[groupOf(event)]) as readonly DecisionInForce[], // the index is our own
    watchBases: index.watchBases,
    guard: index.guard,
    guarded: index.guarded,
    hooks: index.hooks,
    process: index.process,
    invalid: index.invalid,
    warnings: index.warnings,
    unregistered: index.unregistered,
    untold: index.untold,
  }
}

/** A state folder that fails denies what changes, by name; it is never a reason to judge without a baseline. */
function troubledState(world: HookWorld, at: SessionFolder, error: unknown): LogState {
  if (!isStateError(error, world.state.root)) throw error
  return { ...emptyState(at.project, sessionOption(at)), trouble: `${world.state.root} (${error.message})` }
}

function isStateError(error: unknown, root: string): error is Error {
  if (!(error instanceof Error)) return false
  if (error.name === 'LockTimeout') return true
  return 'path' in error && typeof error.path === 'string' && error.path.startsWith(root)
}
