import {
  closeSync,
  constants,
  type Dirent,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
} from 'node:fs'
import type { LogFolder } from '../app/world-hook.ts'
import type { LogOddity } from '../core/decisions/read-decision-log.ts'
import { identityOf } from './disk.ts'

const FILE_BYTES_MAX = 1024 * 1024
const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/**
 * Reads `<project>/.hdr/decisions` as it is: decision files as text with the identity their bytes were read under,
 * everything else as an oddity by name (specification decisions section 1). Null where there is no such folder.
 */
export function readLogFolder(project: string): LogFolder | null {
  const path = `${project}/.hdr/decisions`
  try {
    const hdr = lstatSync(`${project}/.hdr`)
    const folder = identityOf(lstatSync(path))
    const outside = leadsOutside(project, path)
    const entries = readdirSync(path, { withFileTypes: true })
    const read = entries.filter((entry) => !isIgnored(entry.name)).map((entry) => readEntry(path, entry))
    return {
      hdr: [hdr.dev, hdr.ino],
      folder,
      files: read.flatMap((one) => ('text' in one ? [one] : [])),
      others: [...(outside ? [outside] : []), ...read.flatMap((one) => ('kind' in one ? [one] : []))],
    }
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'ELOOP') return null
    throw error
  }
}

function isIgnored(name: string): boolean {
  return name.startsWith('.') || name === 'README.md'
}

function leadsOutside(project: string, path: string): LogOddity | null {
  const real = realpathSync.native(path)
  const root = realpathSync.native(project)
  if (real === `${root}/.hdr/decisions` || real.startsWith(`${root}/`)) return null
  return { name: '.hdr/decisions', kind: 'outside-workspace', detail: real }
}

type ReadEntry = LogFolder['files'][number] | LogOddity

function readEntry(folder: string, entry: Dirent): ReadEntry {
  const { name } = entry
  if (entry.isSymbolicLink()) return { name, kind: 'symbolic-link' }
  if (entry.isDirectory()) return { name, kind: 'folder' }
  if (!entry.isFile()) return { name, kind: 'unreadable', detail: 'not a regular file' }
  if (!name.endsWith('.json')) return { name, kind: 'other-extension' }
  return readDecisionFile(`${folder}/${name}`, name)
}

/** The identity is taken before and after the bytes: a file that changes while it is read is read again. */
function readDecisionFile(path: string, name: string): ReadEntry {
  let fd: number
  try {
    fd = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  } catch (error) {
    return { name, kind: 'unreadable', detail: (error as NodeJS.ErrnoException).code ?? 'cannot be opened' }
  }
  try {
    for (let attempt = 0; ; attempt++) {
      const before = fstatSync(fd)
      if (!before.isFile()) return { name, kind: 'unreadable', detail: 'not a regular file' }
      if (before.size > FILE_BYTES_MAX) return { name, kind: 'too-large' }
      const bytes = attempt === 0 ? readFileSync(fd) : readFileSync(path)
      const after = lstatSync(path)
      if (
        attempt >= 3 ||
        (before.mtimeMs === after.mtimeMs && before.ino === after.ino && bytes.length === after.size)
      ) {
        return decode(name, bytes, identityOf(after))
      }
    }
  } finally {
    closeSync(fd)
  }
}

function decode(name: string, bytes: Buffer, identity: LogFolder['files'][number]['identity']): ReadEntry {
  try {
    return { name, text: UTF8.decode(bytes), identity }
  } catch {
    return { name, kind: 'not-utf8' }
  }
}
