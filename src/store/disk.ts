import {
  accessSync,
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readlinkSync,
  readSync,
  realpathSync,
  type Stats,
  statSync,
} from 'node:fs'
import { basename, dirname, isAbsolute, join, resolve } from 'node:path'
import type { Disk } from '../app/world-hook.ts'
import { type FileIdentity, isRacy, RACY_MS } from '../core/sessions/file-identity.ts'
import type { LogIndex, PackedFiles } from '../core/sessions/log-index.ts'
import { identityOf } from './identity-of.ts'
import { readLogFolder } from './read-log-folder.ts'

/** Reading of project files for the hook. Nothing here is ever written. */
export function openDisk(): Disk {
  return {
    realPath: (path) => realPath(path),
    kindOf,
    identity,
    linksOf,
    readText,
    readBytes,
    canList,
    hasLog,
    readLog: readLogFolder,
    firstChange,
    walk,
  }
}

function statOrNull(path: string): Stats | null {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) ?? null
  } catch {
    return null // ENOTDIR, ELOOP, EACCES: nothing that could be judged is there
  }
}

/** Longer than any path the kernel takes: nothing is there, and a walk up from its end would take minutes. */
const PATH_MAX = 4096

/** Links followed one after the other before a path is taken as it is written: the kernel gives up there too. */
const LINKS_MAX = 40

function realPath(path: string, linksLeft = LINKS_MAX): string {
  if (path.length > PATH_MAX) return realPathOfLong(resolve(path))
  const rest: string[] = []
  let at = resolve(path)
  // `resolve` folds `..` by text. Where a link stands before a `..`, the kernel goes another way: walk it by parts.
  if (path.includes('..')) at = resolveParts(path)
  for (;;) {
    try {
      const real = realpathSync.native(at)
      return rest.length === 0 ? real : join(real, ...rest.reverse())
    } catch {
      // A link to what is not there yet: whoever writes through it makes the file at its end.
      const target = linksLeft > 0 ? targetOf(at) : null
      if (target !== null) return realPath([target, ...rest.reverse()].join('/'), linksLeft - 1)
      const parent = dirname(at)
      if (parent === at) return resolve(path)
      rest.push(basename(at))
      at = parent
    }
  }
}

function targetOf(path: string): string | null {
  try {
    const target = readlinkSync(path)
    return isAbsolute(target) ? target : `${followIfThere(dirname(path))}/${target}`
  } catch {
    return null // no link, or nothing at all
  }
}

/** Only a program that folds `..` by text first can use such a path, so that is how it is read here. */
function realPathOfLong(path: string): string {
  if (path.length <= PATH_MAX) return realPath(path)
  const cut = path.lastIndexOf('/', PATH_MAX - 1)
  return cut <= 0 ? path : join(realPath(path.slice(0, cut)), path.slice(cut))
}

/** Resolves `..` as the kernel does: after the links before it. */
function resolveParts(path: string): string {
  let at = '/'
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue
    if (part === '..') at = dirname(followIfThere(at))
    else at = join(at, part)
  }
  return at
}

function followIfThere(path: string): string {
  try {
    return realpathSync.native(path)
  } catch {
    return path
  }
}

function kindOf(path: string): 'file' | 'folder' | 'link' | 'other' | null {
  const stats = statOrNull(path)
  if (!stats) return null
  if (stats.isSymbolicLink()) return 'link'
  if (stats.isDirectory()) return 'folder'
  return stats.isFile() ? 'file' : 'other'
}

function identity(path: string): FileIdentity | null {
  const stats = statOrNull(path)
  return stats && identityOf(stats)
}

function linksOf(path: string): number {
  return statOrNull(path)?.nlink ?? 0
}

function readText(path: string, bytesMax: number): string | null {
  return readBytes(path, bytesMax)?.toString('utf8') ?? null
}

function readBytes(path: string, bytesMax: number): Buffer | null {
  let fd: number
  try {
    fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK) // a pipe in the way must not hang the hook
  } catch {
    return null
  }
  try {
    const stats = fstatSync(fd)
    if (!stats.isFile() || stats.size > bytesMax) return null
    const bytes = Buffer.allocUnsafe(Math.min(bytesMax, stats.size + 1))
    let length = 0
    for (let got = -1; got !== 0 && length < bytes.length; length += got) {
      got = readSync(fd, bytes, length, bytes.length - length, null)
    }
    return bytes.subarray(0, length)
  } catch {
    return null
  } finally {
    closeSync(fd)
  }
}

function canList(path: string): boolean {
  try {
    accessSync(path, constants.R_OK | constants.X_OK)
    return statSync(path).isDirectory()
  } catch {
    return false
  }
}

function hasLog(project: string): boolean {
  try {
    return statSync(`${project}/.hdr/decisions`, { throwIfNoEntry: false })?.isDirectory() ?? false
  } catch {
    return false
  }
}

/** Compares one state with the index; the loop is flat because it runs over thousands of files at every tool call. */
function firstChange(project: string, index: LogIndex): string | null {
  const hdr = statOrNull(`${project}/.hdr`)
  if (!hdr?.isDirectory() || hdr.dev !== index.hdr[0] || hdr.ino !== index.hdr[1]) return '.hdr'
  const folder = `${project}/.hdr/decisions`
  if (differs(folder, index.folder, index.at)) return '.hdr/decisions'
  return firstDifference(`${folder}/`, index.files, index.at) ?? firstDifference('', index.watched, index.at)
}

const NO_THROW = { throwIfNoEntry: false } as const

function firstDifference(prefix: string, { names, identities }: PackedFiles, indexedAtMs: number): string | null {
  const youngest = indexedAtMs - RACY_MS
  for (let n = 0; n < names.length; n++) {
    const name = names[n] as string // in range
    const at = n * 5
    const stats = lstatSync(prefix + name, NO_THROW)
    if (!stats) {
      if (Number.isNaN(identities[at])) continue
      return name
    }
    const { mtimeMs, ctimeMs } = stats
    if (ctimeMs !== identities[at + 4] || mtimeMs !== identities[at + 3] || stats.size !== identities[at + 2])
      return name
    if (stats.ino !== identities[at + 1] || stats.dev !== identities[at]) return name
    if (ctimeMs > youngest || mtimeMs > youngest) return name
  }
  return null
}

function differs(path: string, before: FileIdentity, indexedAtMs: number): boolean {
  const stats = statOrNull(path)
  if (!stats) return true
  const now = identityOf(stats)
  return now.some((value, at) => value !== before[at]) || isRacy(now, indexedAtMs)
}

function walk(
  folder: string,
  accepts: (path: string) => boolean,
  caps: { readonly matched: number; readonly visited: number },
): { readonly paths: readonly string[]; readonly capped: boolean } {
  const paths: string[] = []
  const open: string[] = ['']
  let visited = 0
  for (let prefix = open.pop(); prefix !== undefined; prefix = open.pop()) {
    for (const entry of entriesOf(prefix === '' ? folder : `${folder}/${prefix}`)) {
      visited += 1
      const path = prefix === '' ? entry.name : `${prefix}/${entry.name}`
      if (entry.isDirectory()) {
        if (entry.name !== '.git' && entry.name !== 'node_modules') open.push(path)
      } else if (accepts(path)) paths.push(path)
      if (paths.length >= caps.matched || visited >= caps.visited) return { paths, capped: true }
    }
  }
  return { paths, capped: false }
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    return []
  }
}
