import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { IndexDraft } from '../app/world-hook.ts'
import type { FileIdentity } from '../core/sessions/file-identity.ts'
import type { LogIndex, PackedFiles } from '../core/sessions/log-index.ts'
import type { AtomicWrite } from './atomic-write.ts'
import { identityOf } from './identity-of.ts'
import { readOrNull } from './state-files.ts'

/** Between taking the time and the rename of an index lies far less than this. */
const WRITING_MS = 1_000

/** The file form of packed files: names behind each other, numbers as bytes. No name holds a NUL. */
type FilesText = { readonly names: string; readonly identities: string }
type IndexText = Omit<LogIndex, 'files' | 'watched'> & { readonly files: FilesText; readonly watched: FilesText }

/**
 * An index that was changed after we wrote it, or whose baseline is gone, does not count: the slow path decides then.
 * The change time cannot be set by a program, so no checksum is needed to notice a hurried edit.
 */
export function readIndexFile(folder: string): {
  readonly index: LogIndex | null
  readonly baseline: FileIdentity | null
} {
  const baseline = statSync(join(folder, 'baseline'), { throwIfNoEntry: false })
  if (!baseline) return { index: null, baseline: null }
  const found = statSync(join(folder, 'index'), { throwIfNoEntry: false })
  const text = found ? readOrNull(join(folder, 'index')) : null // another hook may drop it in between
  const index = text === null ? null : parseIndex(text)
  const isOurs = found && index && Math.abs(found.ctimeMs - index.written) < WRITING_MS
  return { index: isOurs ? index : null, baseline: identityOf(baseline) }
}

function parseIndex(text: string): LogIndex | null {
  try {
    const index = JSON.parse(text) as IndexText // nobody but us writes here, and what others changed is not taken
    if (index.v !== 2) return null
    const [files, watched] = [unpack(index.files), unpack(index.watched)]
    return files && watched ? { ...index, files, watched } : null
  } catch {
    return null
  }
}

function unpack({ names, identities }: FilesText): PackedFiles | null {
  const list = names === '' ? [] : names.split('\0')
  const bytes = Buffer.from(identities, 'base64')
  if (bytes.length !== list.length * 40) return null
  // Copied, because numbers of eight bytes must lie at an address that eight divides.
  return { names: list, identities: new Float64Array(new Uint8Array(bytes).buffer) }
}

function pack({ names, identities }: PackedFiles): FilesText {
  const bytes = Buffer.from(identities.buffer, identities.byteOffset, identities.byteLength)
  return { names: names.join('\0'), identities: bytes.toString('base64') }
}

export function writeIndexFile(folder: string, draft: IndexDraft, write: (request: AtomicWrite) => void): void {
  const baseline = identityOf(statSync(join(folder, 'baseline')))
  const [files, watched] = [pack(draft.files), pack(draft.watched)]
  const index: IndexText = { ...draft, files, watched, baseline, written: Date.now() }
  write({ path: join(folder, 'index'), text: JSON.stringify(index), flush: false })
}
