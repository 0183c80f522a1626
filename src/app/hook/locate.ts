import { normalize } from 'node:path/posix'
import type { FileOperation } from '../../core/hook.ts'
import type { LocatedOperation, Place } from '../../core/sessions/judge-operation.ts'
import { logFolderOf, relationTo } from '../../core/sessions/log-paths.ts'
import type { Disk, HookWorld } from '../world-hook.ts'

/** Resolves the paths of an operation on the disk. A path that stayed relative lies below `folder`. */
export function locate(
  world: HookWorld,
  operation: FileOperation,
  folder: string,
  projects: readonly string[],
): LocatedOperation {
  const paths = operation.kind === 'move' ? [operation.path, operation.to] : [operation.path]
  return { operation, places: paths.map((path) => locatePath(world.disk, absolute(path, folder), projects)) }
}

export function absolute(path: string, folder: string): string {
  return path.startsWith('/') ? path : `${folder}/${path}`
}

export function locatePath(disk: Disk, path: string, projects: readonly string[]): Place {
  const real = disk.realPath(path)
  return {
    written: normalize(path).replace(/(.)\/$/, '$1'),
    real,
    exists: disk.kindOf(real) !== null,
    otherName: mayBeOtherName(disk, real) && projects.some((project) => isLogFile(disk, project, real)),
  }
}

/** A hard link, or a file seen through a mount: every decision file ends so. */
function mayBeOtherName(disk: Disk, path: string): boolean {
  return disk.linksOf(path) > 1 || (path.toLowerCase().endsWith('.json') && disk.linksOf(path) > 0)
}

/** Whether a file with several names is one of the log's files, by device and inode. */
function isLogFile(disk: Disk, project: string, path: string): boolean {
  const wanted = disk.identity(path)
  if (!wanted) return false
  const folder = logFolderOf(project)
  if (relationTo(path, folder) === 'inside') return false // under its own name
  const { paths } = disk.walk(folder, () => true, { matched: 20_000, visited: 20_000 })
  return paths.some((name) => {
    const identity = disk.identity(`${folder}/${name}`)
    return identity !== null && identity[0] === wanted[0] && identity[1] === wanted[1]
  })
}
