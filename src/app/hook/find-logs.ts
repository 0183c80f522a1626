import { dirname } from 'node:path/posix'
import type { HookEvent, ToolCall } from '../../core/hook.ts'
import type { Disk, StateStore } from '../world-hook.ts'

/**
 * The folders that hold a log this event is judged by: above every target path, above the payload's folder, in the
 * harness's project folders, and every project for which the session has a baseline. A nested log joins an outer
 * one, it never replaces it (specification decisions section 5). Real paths, no duplicates.
 */
export function findLogs(
  disk: Disk,
  state: StateStore,
  event: HookEvent,
  session: { readonly harness: string; readonly session: string },
): readonly string[] {
  const found = new Set<string>()
  const seen = new Set<string>()
  for (const start of new Set(startingPoints(disk, event))) climb(disk, disk.realPath(start), found, seen)
  for (const { project } of state.projectsOf(session.harness, session.session)) {
    if (project !== null) found.add(project)
  }
  return [...found]
}

function startingPoints(disk: Disk, event: HookEvent): readonly string[] {
  const calls: readonly ToolCall[] =
    event.kind === 'before-tool' ? [event.call] : event.kind === 'after-tool' ? event.calls : []
  const targets = calls.flatMap((call) => [
    ...(call.folder === null ? [] : [call.folder]),
    ...call.operations.flatMap((operation) =>
      operation.kind === 'move' ? [operation.path, operation.to] : [operation.path],
    ),
  ])
  const named = calls.flatMap((call) =>
    call.command === null ? [] : pathsNamedIn(disk, call.command, call.folder ?? event.cwd),
  )
  const folders = [...(event.cwd === null ? [] : [event.cwd]), ...event.projectFolders]
  return [...folders, ...targets, ...named].filter((path) => path.startsWith('/'))
}

const WORDS_MAX = 64

/**
 * Words of a shell command that lead elsewhere: a session may stand above the project it works in. A word without a
 * slash does so only where it names a folder that is there.
 */
function pathsNamedIn(disk: Disk, command: string, folder: string | null): readonly string[] {
  const words = command.match(/[^\s'"`;|&()<>=$]+/g) ?? []
  return words.slice(0, WORDS_MAX).flatMap((word) => {
    if (word.startsWith('-')) return []
    const path = word.startsWith('/') ? word : `${folder ?? ''}/${word}`
    return word.includes('/') || disk.kindOf(path) !== null ? [path] : []
  })
}

/** No log lies deeper than a path the kernel takes; climbing from further down would take minutes. */
const PATH_MAX = 4096

function climb(disk: Disk, from: string, found: Set<string>, seen: Set<string>): void {
  const start = from.length > PATH_MAX ? from.slice(0, from.lastIndexOf('/', PATH_MAX)) || '/' : from
  for (let at = start; !seen.has(at); at = dirname(at)) {
    seen.add(at)
    if (disk.hasLog(at)) found.add(at)
    if (at === '/') return
  }
}
