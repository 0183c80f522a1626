import { compileGlobs } from '../../core/codec/globs.ts'
import type { Check, CheckOf } from '../../core/decisions/check.ts'
import { flattenCheck } from '../../core/decisions/check.ts'
import type { LogState } from '../../core/sessions/log-state.ts'
import type { WatchNote } from '../../core/sessions/watch-note.ts'
import type { HookWorld, SessionFolder } from '../world-hook.ts'
import { matchedFiles } from './matched-files.ts'

export type WatchDifference = {
  changedEarlier(paths: readonly string[]): readonly string[]
  changedFiles(paths: readonly string[], except: readonly string[]): readonly string[]
}

const TEXT_BYTES_MAX = 8 * 1024 * 1024

type Watched = {
  readonly denied: readonly CheckOf<'write_denied'>[]
  readonly appended: readonly CheckOf<'append_only'>[]
}

function watchedChecks(state: LogState): Watched {
  const checks: readonly Check[] = state.decisions.flatMap(({ check }) => (check ? flattenCheck(check) : []))
  return {
    denied: checks.filter((check): check is CheckOf<'write_denied'> => check.kind === 'write_denied'),
    appended: checks.filter(
      (check): check is CheckOf<'append_only'> => check.kind === 'append_only' && (check.paths?.length ?? 0) > 0,
    ),
  }
}

/** Notes the files at a session's start and before each shell tool; reported against later, never locking. */
export function noteWatchedFiles(world: HookWorld, at: SessionFolder, state: LogState): void {
  world.state.writeNote(at, 'watch', JSON.stringify(takeWatch(world, state)))
}

function takeWatch(world: HookWorld, state: LogState): WatchNote {
  const { denied, appended } = watchedChecks(state)
  const deniedPaths = denied.flatMap((check) => {
    const isExcepted = compileGlobs(check.except ?? [])
    return matchedFiles(world, state.project, check.paths).filter((path) => !isExcepted(path))
  })
  const appendedPaths = appended.flatMap((check) => matchedFiles(world, state.project, check.paths ?? []))
  return {
    denied: Object.fromEntries(
      deniedPaths.flatMap((path) => {
        const identity = world.disk.identity(`${state.project}/${path}`)
        return identity ? [[path, [identity[2], identity[3], identity[4]] as const]] : []
      }),
    ),
    appended: Object.fromEntries(
      appendedPaths.flatMap((path) => {
        const text = world.disk.readText(`${state.project}/${path}`, TEXT_BYTES_MAX)
        return text === null ? [] : [[path, [text.length, world.sha256(text)] as const]]
      }),
    ),
  }
}

/** What differs from the last note; null where nothing was noted. */
export function compareWatchedFiles(world: HookWorld, at: SessionFolder, state: LogState): WatchDifference | null {
  const note = world.state.readNote(at, 'watch')
  if (note === null) return null
  const before = parseWatch(note)
  if (before === null) return null
  return {
    changedEarlier: (paths) => {
      const accepts = compileGlobs(paths)
      return Object.entries(before.appended)
        .filter(([path, [length, digest]]) => {
          if (!accepts(path)) return false
          const text = world.disk.readText(`${state.project}/${path}`, TEXT_BYTES_MAX)
          return text === null || text.length < length || world.sha256(text.slice(0, length)) !== digest
        })
        .map(([path]) => path)
    },
    changedFiles: (paths, except) => changedFiles(world, state, before, paths, except),
  }
}

function parseWatch(note: string): WatchNote | null {
  try {
    return JSON.parse(note) as WatchNote // our own note; a hurried edit of it is no JSON or lacks the keys
  } catch {
    return null
  }
}

function changedFiles(
  world: HookWorld,
  state: LogState,
  before: WatchNote,
  paths: readonly string[],
  except: readonly string[],
): readonly string[] {
  const accepts = compileGlobs(paths)
  const isExcepted = compileGlobs(except)
  const now = matchedFiles(world, state.project, paths)
  const all = new Set([...now, ...Object.keys(before.denied).filter((path) => accepts(path))])
  return [...all].filter((path) => {
    if (isExcepted(path)) return false
    const identity = world.disk.identity(`${state.project}/${path}`)
    const old = before.denied[path]
    if (!identity || !old) return true
    return identity[2] !== old[0] || identity[3] !== old[1] || identity[4] !== old[2]
  })
}
