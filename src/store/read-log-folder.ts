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
import { dirname } from 'node:path'
import type { LogFolder } from '../app/world-hook.ts'
import type { LogOddity } from '../core/decisions/read-decision-log.ts'
import { isSameFile } from '../core/sessions/file-identity.ts'
import { identityOf } from './identity-of.ts'

const FILE_BYTES_MAX = 1024 * 1024
/** Made at its first use: it costs half a millisecond, and the clean path reads no file. */
let utf8: InstanceType<typeof TextDecoder> | null = null

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
    const read = entries
      .filter((entry) => !isIgnored(entry.name))
      .map((entry) => readEntry(path, entry))
      .filter((one) => one !== null)
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
  const home = realpathSync.native(project)
  if (real === `${home}/.hdr/decisions` || real.startsWith(`${repositoryOf(home)}/`)) return null
  return { name: '.hdr/decisions', kind: 'outside-workspace', detail: real }
}

/** The nearest folder upward that holds `.git`, else the project itself. */
function repositoryOf(project: string): string {
  for (let at = project; at !== '/'; at = dirname(at)) {
    if (lstatSync(`${at}/.git`, { throwIfNoEntry: false })) return at
  }
  return project
}

type ReadEntry = LogFolder['files'][number] | LogOddity

function readEntry(folder: string, entry: Dirent): ReadEntry | null {
  const { name } = entry
  if (entry.isSymbolicLink()) return { name, kind: 'symbolic-link' }
  if (entry.isDirectory()) return { name, kind: 'folder' }
  if (!entry.isFile()) return { name, kind: 'unreadable', detail: 'not a regular file' }
  if (!name.endsWith('.json')) return { name, kind: 'other-extension' }
  return readDecisionFile(`${folder}/${name}`, name)
}

type ReadFile = { readonly entry: ReadEntry | null; readonly settled: boolean }

const ATTEMPTS_MAX = 4

/** Identity and bytes must be of one moment: a file that changes, or is replaced, while it is read is read again. */
function readDecisionFile(path: string, name: string): ReadEntry | null {
  let read = readOnce(path, name)
  for (let attempt = 1; !read.settled && attempt < ATTEMPTS_MAX; attempt++) read = readOnce(path, name)
  return read.entry
}

function readOnce(path: string, name: string): ReadFile {
  try {
    const fd = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    try {
      return readOpened(fd, path, name)
    } finally {
      closeSync(fd)
    }
  } catch (error) {
    const { code = 'cannot be read' } = error as NodeJS.ErrnoException
    // Removed since the folder was listed: it is gone, the log is not.
    if (code === 'ENOENT') return { entry: null, settled: false }
    return { entry: { name, kind: 'unreadable', detail: code }, settled: false }
  }
}

function readOpened(fd: number, path: string, name: string): ReadFile {
  const stats = fstatSync(fd)
  if (!stats.isFile()) return { entry: { name, kind: 'unreadable', detail: 'not a regular file' }, settled: true }
  if (stats.size > FILE_BYTES_MAX) return { entry: { name, kind: 'too-large' }, settled: true }
  const bytes = readFileSync(fd)
  const identity = identityOf(stats)
  const settled = bytes.length === stats.size && isSameFile(identity, identityOf(lstatSync(path)))
  return { entry: decode(name, bytes, identity), settled }
}

function decode(name: string, bytes: Buffer, identity: LogFolder['files'][number]['identity']): ReadEntry {
  try {
    return { name, text: decodeUtf8(bytes), identity }
  } catch {
    return { name, kind: 'not-utf8' }
  }
}

function decodeUtf8(bytes: Buffer): string {
  utf8 ??= new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  return utf8.decode(bytes)
}
