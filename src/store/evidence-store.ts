import { createHash } from 'node:crypto'
import {
  type BigIntStats,
  closeSync,
  createReadStream,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { EvidenceStore, OutputFiles, RecordFile } from '../app/world-evidence.ts'
import { byCodePoint } from '../core/codec/token-json.ts'
import { type MeasuredFile, walkedPattern } from '../core/evidence/judge-artifacts.ts'
import { Refusal } from '../core/fault.ts'
import { walkArtifacts } from './artifact-walk.ts'
import { REAL_STEPS, type WriteSteps } from './atomic-write.ts'

const KEPT_BYTES_MAX = 8 * 1024 * 1024
const RECORD_BYTES_MAX = 16 * 1024 * 1024
/** So many records of one id and second are never made; whoever gets here has another problem. */
const NUMBER_MAX = 10_000

/** The steps of writing a record, so that a test can fail at each of them. */
export type RecordSteps = Pick<WriteSteps, 'write' | 'sync'>

/** Artifacts and records of evidence on this disk. */
export function openEvidenceStore(steps: RecordSteps = REAL_STEPS): EvidenceStore {
  return {
    async hash(workspace, path) {
      const file = realFile(workspace, path)
      return file === null || file === 'outside' ? null : hashFile(join(workspace, file), path)
    },
    match: async (workspace, pattern, isIgnored) => matchFiles(workspace, pattern, isIgnored),
    async create(workspace, folder, stem, render) {
      makeFolder(workspace, folder)
      return createNew(steps, { workspace, folder, stem }, render)
    },
    async openOutputs(workspace, folder) {
      makeFolder(workspace, folder)
      return outputFiles(workspace, folder)
    },
    assertInside: async (workspace, folder) => assertInside(workspace, folder),
    list: async (workspace, folder) => listRecords(workspace, folder),
  }
}

/** Where a path really leads, relative to the workspace, if that is a file strictly below it. */
function realFile(workspace: string, path: string): string | 'outside' | null {
  try {
    const real = realpathSync.native(join(workspace, path))
    if (!statSync(real).isFile()) return null
    const below = relative(realpathSync.native(workspace), real)
    return isBelow(below) ? below : 'outside'
  } catch {
    return null
  }
}

function isBelow(path: string): boolean {
  return path !== '' && path !== '..' && !path.startsWith(`..${sep}`)
}

async function matchFiles(workspace: string, pattern: string, isIgnored: (path: string) => boolean) {
  const files = new Map<string, MeasuredFile>()
  const outside: string[] = []
  for (const path of walkArtifacts(workspace, walkedPattern(pattern), isIgnored)) {
    const real = realFile(workspace, path)
    if (real === 'outside') outside.push(path)
    else if (real !== null && !files.has(real)) files.set(real, await measure(workspace, real))
  }
  return { files: [...files.values()].sort((one, other) => byCodePoint(one.path, other.path)), outside }
}

async function measure(workspace: string, path: string): Promise<MeasuredFile> {
  const place = join(workspace, path)
  const { size, mtimeNs }: BigIntStats = statSync(place, { bigint: true })
  return { path, sizeBytes: Number(size), modifiedNs: mtimeNs, sha256: await hashFile(place, path) }
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

/** Looks at the nearest ancestor that is there: what is made below it lies where that really is. */
function assertInside(workspace: string, folder: string): void {
  const root = realpathSync.native(workspace)
  for (let at = join(workspace, folder); ; at = dirname(at)) {
    if (!isThere(at)) continue
    let real: string
    try {
      real = realpathSync.native(at)
    } catch {
      throw new Refusal({ code: 'evidence/bad-out', message: `the output folder ${folder} is behind a broken link` })
    }
    if (real === root || isBelow(relative(root, real))) return
    const message = `the output folder ${folder} resolves outside the workspace`
    throw new Refusal({ code: 'evidence/bad-out', message })
  }
}

/** Below a file nothing can be. */
function isThere(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined
  } catch {
    return false
  }
}

function makeFolder(workspace: string, folder: string): void {
  assertInside(workspace, folder)
  try {
    mkdirSync(join(workspace, folder), { recursive: true })
  } catch (error) {
    throw notWritable(folder, error)
  }
}

/** Exclusive: no record is ever written over, by us or by another run of the same second. */
async function createNew(
  steps: RecordSteps,
  { workspace, folder, stem }: { readonly workspace: string; readonly folder: string; readonly stem: string },
  render: (path: string) => Promise<string>,
): Promise<string> {
  const base = relative('.', folder).split(sep).join('/')
  for (let number = 1; number < NUMBER_MAX; number += 1) {
    const name = `${stem}${number === 1 ? '' : `-${number}`}.json`
    const path = base === '' ? name : `${base}/${name}`
    const fd = openNew(join(workspace, path), folder)
    if (fd === null) continue
    try {
      // A crash before the flush leaves a file without its whole text, which verifies as no record.
      steps.write(fd, await render(path))
      steps.sync(fd)
    } catch (error) {
      rmSync(join(workspace, path), { force: true })
      throw error instanceof Refusal ? error : notWritable(folder, error)
    } finally {
      closeSync(fd)
    }
    REAL_STEPS.syncFolder(join(workspace, folder))
    return path
  }
  throw new Refusal({ code: 'evidence/too-many', message: `${folder} holds too many records named ${stem}` })
}

function openNew(path: string, folder: string): number | null {
  try {
    return openSync(path, 'wx', 0o644)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return null
    throw notWritable(folder, error)
  }
}

function notWritable(folder: string, cause: unknown): Refusal {
  const message = `${folder} cannot be written: ${(cause as Error).message}`
  return new Refusal({ code: 'evidence/not-writable', message }, { cause })
}

function outputFiles(workspace: string, folder: string): OutputFiles {
  const at = join(workspace, folder)
  const fileOf = (kind: 'stdout' | 'stderr') => join(at, `.output-${process.pid}-${kind}`)
  const keep = { stdout: fileOf('stdout'), stderr: fileOf('stderr'), maxBytes: KEPT_BYTES_MAX }
  const discard = () => {
    rmSync(keep.stdout, { force: true })
    rmSync(keep.stderr, { force: true })
  }
  discard() // of a process that had our number and was killed
  return {
    keep,
    discard,
    settle(names) {
      // The criterion may have taken them away, or put something else in their place.
      try {
        if (!lstatSync(keep.stdout).isFile() || !lstatSync(keep.stderr).isFile()) return false
        renameSync(keep.stdout, join(workspace, names.stdout))
        renameSync(keep.stderr, join(workspace, names.stderr))
        return true
      } catch {
        return false
      }
    },
  }
}

function listRecords(workspace: string, folder: string): readonly RecordFile[] {
  let names: readonly string[]
  try {
    names = readdirSync(join(workspace, folder))
  } catch {
    return []
  }
  return names
    .filter((name) => name.endsWith('.json'))
    .sort(byCodePoint)
    .map((name) => ({ path: `${folder}/${name}`, text: readText(join(workspace, folder, name)) }))
}

function readText(path: string): string | null {
  try {
    const stats = lstatSync(path)
    return stats.isFile() && stats.size <= RECORD_BYTES_MAX ? readFileSync(path, 'utf8') : null
  } catch {
    return null
  }
}
