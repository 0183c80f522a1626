import type { createHash } from 'node:crypto'
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'
import { type FileIdentity, isSameFile } from '../core/sessions/file-identity.ts'
import { identityOf } from './identity-of.ts'

/** What one thread reads with: all bytes go through its one buffer. */
export type SnapshotReader = {
  readonly createHash: typeof createHash
  readonly buffer: Buffer
}

const { O_NOCTTY = 0, O_NOFOLLOW = 0, O_NONBLOCK = 0, O_RDONLY } = constants
/** A link or a pipe that came in the file's place a moment ago is neither followed nor waited for. */
const OPEN = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY
/** It went away, or became a link, a socket, a folder or a pipe. */
const CHANGED = new Set(['ENOENT', 'ENOTDIR', 'ELOOP', 'EMLINK', 'ENXIO', 'EISDIR', 'EAGAIN'])

/**
 * The digest of the file that had this identity a moment ago; null where it is another one, or not the same at the end.
 * What cannot be read throws as the system says it.
 */
export function hashFile(reader: SnapshotReader, place: string | Buffer, identity: FileIdentity): Buffer | null {
  let fd = -1
  try {
    fd = openSync(place, OPEN)
    const digest = hashBytes(reader, fd, identity[2])
    return digest !== null && isSameFile(identityOf(fstatSync(fd)), identity) ? digest : null
  } catch (error) {
    if (CHANGED.has((error as NodeJS.ErrnoException).code ?? '')) return null
    throw error
  } finally {
    if (fd !== -1) closeSync(fd)
  }
}

/** Null where there are more or fewer bytes than the file is long: it grows, shrinks, or has no end. */
function hashBytes({ createHash, buffer }: SnapshotReader, fd: number, sizeBytes: number): Buffer | null {
  const hash = createHash('sha256')
  for (let done = 0; ; ) {
    const count = readSync(fd, buffer, 0, buffer.length, null)
    done += count
    if (done > sizeBytes || (count === 0 && done < sizeBytes)) return null
    hash.update(buffer.subarray(0, count))
    if (done === sizeBytes) return hash.digest() // one that grew since has another size at the end
  }
}
