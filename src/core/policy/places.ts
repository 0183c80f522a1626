import type { PolicyContext } from './rule.ts'

/** Folders of a machine whose loss or opening takes the machine with them. */
const SYSTEM =
  /^\/(?:bin|boot|dev|etc|home|lib(?:32|64|x32)?|mnt|opt|proc|root|run|sbin|srv|sys|usr|var|Applications|Library|System|Users|Volumes)(?:\/\*)?$/

/** The root, a home folder as a whole, or a folder of the system. */
export function isWholePlace(path: string): boolean {
  return (
    /^\/\*?$/.test(path) ||
    /^~(?:\/\*)?$/.test(path) ||
    SYSTEM.test(path) ||
    /^\/(?:home|Users)\/[^/]+(?:\/\*)?$/.test(path)
  )
}

/** A path that does not lie in the folder that the text starts in. */
export function isOutside(path: string, { folder }: Pick<PolicyContext, 'folder'>): boolean {
  if (path.startsWith('~')) return true
  if (path.startsWith('/')) return folder === null || !(path === folder || path.startsWith(`${folder}/`))
  return path === '..' || path.startsWith('../')
}
