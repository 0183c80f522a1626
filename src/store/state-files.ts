import { closeSync, constants, fstatSync, mkdirSync, openSync, readdirSync, readFileSync, unlinkSync } from 'node:fs'

export function makeFolder(path: string): void {
  mkdirSync(path, { recursive: true, mode: 0o700 })
}

export function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch (error) {
    if (isAbsent(error)) return []
    throw error
  }
}

export function isAbsent(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT'
}

/** The text of a file; null where there is none. Anything else in its place is an error: a pipe must not hang a hook. */
export function readOrNull(path: string): string | null {
  let fd: number
  try {
    fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
  } catch (error) {
    if (isAbsent(error)) return null
    throw error
  }
  try {
    if (!fstatSync(fd).isFile()) throw Object.assign(new Error(`${path} is no regular file`), { code: 'EFTYPE', path })
    return readFileSync(fd, 'utf8')
  } finally {
    closeSync(fd)
  }
}

export function removeIfThere(path: string): void {
  try {
    unlinkSync(path)
  } catch (error) {
    if (!isAbsent(error)) throw error
  }
}
