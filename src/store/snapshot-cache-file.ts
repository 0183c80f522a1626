import { closeSync, constants, fstatSync, openSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { writeAtomically } from './atomic-write.ts'
import { makeFolder, removeIfThere } from './state-files.ts'

/** About two million files. A larger work tree is hashed whole each time. */
const FILE_BYTES_MAX = 256 * 1024 * 1024
const FILES_MAX = 32
const { O_NOFOLLOW = 0, O_NONBLOCK = 0, O_RDONLY } = constants

/** The bytes; null where there is no file of this user's, or it cannot be read: then everything is hashed. */
export function readCacheFile(path: string): Buffer | null {
  let fd: number
  try {
    fd = openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
  } catch {
    return null
  }
  try {
    const stats = fstatSync(fd)
    const isOurs = process.getuid === undefined || stats.uid === process.getuid()
    return stats.isFile() && isOurs && stats.size <= FILE_BYTES_MAX ? readFileSync(fd) : null
  } catch {
    return null
  } finally {
    closeSync(fd)
  }
}

/** False where it could not be written: the next snapshot takes longer, and says the same. */
export function writeCacheFile(path: string, bytes: Uint8Array): boolean {
  if (bytes.length > FILE_BYTES_MAX) return false
  try {
    makeFolder(dirname(path))
    writeAtomically({ path, text: bytes, flush: false })
    forgetOldest(dirname(path))
    return true
  } catch {
    return false
  }
}

/** Work trees come and go, and a writer may have died: what was written last stays. */
function forgetOldest(folder: string): void {
  const names = readdirSync(folder)
  if (names.length <= FILES_MAX) return
  const found = names
    .map((name) => join(folder, name))
    .flatMap((path) => {
      const stats = statSync(path, { throwIfNoEntry: false })
      return stats === undefined ? [] : [{ path, writtenMs: stats.mtimeMs }]
    })
  for (const { path } of found.sort((a, b) => b.writtenMs - a.writtenMs).slice(FILES_MAX)) removeIfThere(path)
}
