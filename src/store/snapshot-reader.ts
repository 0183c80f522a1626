import { isAscii } from 'node:buffer'
import type { createHash } from 'node:crypto'
import { lstatSync, readlinkSync, type Stats } from 'node:fs'
import { Refusal } from '../core/fault.ts'
import { type FileIdentity, isRacy } from '../core/sessions/file-identity.ts'
import { identityOf } from './identity-of.ts'
import { hashFile, type SnapshotReader } from './snapshot-file.ts'
import { DIGEST_BYTES, IDENTITY_NUMBERS, ROW_KINDS, type RowRange, type SnapshotJob } from './snapshot-job.ts'
import { pathText } from './snapshot-paths.ts'

const BUFFER_BYTES = 1024 * 1024
const IF_THERE = { throwIfNoEntry: false } as const
const AS_BYTES = { encoding: 'buffer' } as const

export function openSnapshotReader(hash: typeof createHash): SnapshotReader {
  return { createHash: hash, buffer: Buffer.allocUnsafe(BUFFER_BYTES) }
}

/**
 * Fills the rows. What changes while it is read is read a second time; a Refusal names what cannot be read, and what
 * changed both times.
 */
export function readRows(job: SnapshotJob, reader: SnapshotReader, range: RowRange): void {
  const bytes = bytesOf(job, range)
  const walk: Walk = { job, reader, range, names: bytes.toString('latin1').split('\0'), isAscii: isAscii(bytes) }
  if (!readRange(walk) && !readRange(walk)) throw changing(bytes.subarray(0, bytes.indexOf(0)))
  Atomics.add(job.counters, 1, range.to - range.from)
}

/** Names stand with one character a byte; where all are ASCII that is the text, which is a quicker path than bytes. */
type Walk = {
  readonly job: SnapshotJob
  readonly reader: SnapshotReader
  readonly range: RowRange
  readonly names: readonly string[]
  readonly isAscii: boolean
}

function bytesOf({ paths, starts }: SnapshotJob, { from, to }: RowRange): Buffer {
  return Buffer.from(paths.subarray(starts[from], (starts[to] ?? 0) - 1)) // a copy, because others see that memory
}

function placeOf({ job, isAscii }: Walk, name: string): string | Buffer {
  return isAscii ? `${job.top}/${name}` : Buffer.concat([Buffer.from(`${job.top}/`), Buffer.from(name, 'latin1')])
}

/** False where a folder was exchanged meanwhile: what was read may have lain behind a link. */
function readRange(walk: Walk): boolean {
  const folders: Folders = new Map()
  for (const [at, name] of walk.names.entries()) {
    const row = walk.range.from + at
    if (!isInRealFolder(walk, name, folders)) setMissing(walk, row)
    else if (!readRow(walk, row, name) && !readRow(walk, row, name)) throw changing(Buffer.from(name, 'latin1'))
  }
  for (const [folder, before] of folders) {
    const now = folderAt(walk, folder)
    if (now?.dev !== before?.dev || now?.ino !== before?.ino) return false
  }
  return true
}

/** Folders that were met, null for what is no folder or lies behind a link. */
type Folders = Map<string, Stats | null>

function isInRealFolder(walk: Walk, name: string, folders: Folders): boolean {
  const end = name.lastIndexOf('/')
  if (end <= 0) return true
  const folder = name.slice(0, end)
  let stats = folders.get(folder)
  if (stats === undefined) {
    stats = isInRealFolder(walk, folder, folders) ? folderAt(walk, folder) : null
    folders.set(folder, stats)
  }
  return stats !== null
}

function folderAt(walk: Walk, folder: string): Stats | null {
  const stats = lookAt(walk, folder)
  return stats?.isDirectory() ? stats : null
}

/** False where it changed between the first look and the last. */
function readRow(walk: Walk, row: number, name: string): boolean {
  const stats = lookAt(walk, name)
  if (stats?.isSymbolicLink()) return readLink(walk, row, name)
  if (!stats?.isFile()) return setMissing(walk, row)
  const identity = identityOf(stats)
  const { job } = walk
  if (!isKnown(job, row, identity)) {
    const hash = () => asReadable(name, () => hashFile(walk.reader, placeOf(walk, name), identity))
    const digest = hash()
    if (digest === null) return false
    // Within one step of the clock a write leaves no trace in the times: only the bytes can tell.
    if (isRacy(identity, Date.now()) && !hash()?.equals(digest)) return false
    job.digests.set(digest, row * DIGEST_BYTES)
    job.identities.set(identity, row * IDENTITY_NUMBERS)
  }
  job.kinds[row] = (stats.mode & 0o100) !== 0 ? ROW_KINDS.executable : ROW_KINDS.file
  return true
}

function isKnown({ identities }: SnapshotJob, row: number, identity: FileIdentity): boolean {
  const at = row * IDENTITY_NUMBERS
  return identity.every((number, offset) => identities[at + offset] === number)
}

function readLink(walk: Walk, row: number, name: string): boolean {
  const target = asReadable(name, () => {
    try {
      return readlinkSync(placeOf(walk, name), AS_BYTES)
    } catch (error) {
      if (isOneOf(error, ['ENOENT', 'ENOTDIR', 'EINVAL'])) return null
      throw error
    }
  })
  return target !== null && setText(walk, row, ROW_KINDS.symlink, target)
}

function setMissing(walk: Walk, row: number): boolean {
  return setText(walk, row, ROW_KINDS.missing, 'hpp:missing')
}

function setText({ job, reader }: Walk, row: number, kind: number, content: string | Buffer): true {
  job.digests.set(reader.createHash('sha256').update(content).digest(), row * DIGEST_BYTES)
  job.identities.fill(Number.NaN, row * IDENTITY_NUMBERS, (row + 1) * IDENTITY_NUMBERS)
  job.kinds[row] = kind
  return true
}

/** What the name itself is, no link followed; null where nothing is. A folder that git lists ends with a slash. */
function lookAt(walk: Walk, name: string): Stats | null {
  const plain = name.endsWith('/') ? name.slice(0, -1) : name
  return asReadable(name, () => {
    try {
      return lstatSync(placeOf(walk, plain), IF_THERE) ?? null
    } catch (error) {
      if (isOneOf(error, ['ENOTDIR'])) return null
      throw error
    }
  })
}

function isOneOf(error: unknown, codes: readonly string[]): boolean {
  return codes.includes((error as NodeJS.ErrnoException).code ?? '')
}

function asReadable<T>(name: string, look: () => T): T {
  try {
    return look()
  } catch (cause) {
    const reason = (cause as NodeJS.ErrnoException).code ?? String(cause)
    const message = `${pathText(Buffer.from(name, 'latin1'))} cannot be read (${reason})`
    throw new Refusal({ code: 'unreadable', message }, { cause })
  }
}

function changing(name: Buffer): Refusal {
  return new Refusal({
    code: 'changes-while-read',
    message: `${pathText(name)}, or a folder on the way to it, changes while it is read`,
    hint: 'let whatever writes to the work tree end, then try again',
  })
}
