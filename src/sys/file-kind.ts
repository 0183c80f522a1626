import { statSync } from 'node:fs'

/** What stands at a path, links followed; never throws, whatever the text of the path. */
export function fileKind(path: string): 'file' | 'not found' | 'not a file' | 'not readable' {
  try {
    const found = statSync(path, { throwIfNoEntry: false })
    if (found === undefined) return 'not found'
    return found.isFile() ? 'file' : 'not a file'
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ERR_INVALID_ARG_VALUE' ? 'not found' : 'not readable'
  }
}
