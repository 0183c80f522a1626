import { createHash } from 'node:crypto'
import { createReadStream, realpathSync, statSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { EvidenceStore } from '../app/world-evidence.ts'
import { Refusal } from '../core/fault.ts'

/** Artifacts and records of evidence on this disk. */
export function openEvidenceStore(): EvidenceStore {
  return {
    async hash(workspace, path) {
      const real = realFile(workspace, path)
      return real === null ? null : hashFile(real, path)
    },
    async match() {
      throw new Error('not there yet')
    },
    async create() {
      throw new Error('not there yet')
    },
    async list() {
      throw new Error('not there yet')
    },
  }
}

/** Where a path really leads, if that is a file strictly below the workspace. */
function realFile(workspace: string, path: string): string | null {
  try {
    const real = realpathSync.native(join(workspace, path))
    const below = relative(realpathSync.native(workspace), real)
    const isBelow = below !== '' && below !== '..' && !below.startsWith(`..${sep}`)
    return isBelow && statSync(real).isFile() ? real : null
  } catch {
    return null
  }
}

/** Streamed: an artifact may be larger than the memory. */
async function hashFile(path: string, shown: string): Promise<string> {
  const hash = createHash('sha256')
  try {
    await pipeline(createReadStream(path, { highWaterMark: 1 << 20 }), hash)
  } catch (error) {
    const message = `the artifact ${shown} cannot be read: ${(error as Error).message}`
    throw new Refusal({ code: 'evidence/unreadable', message }, { cause: error })
  }
  return hash.digest('hex')
}
