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
type IndexHead = Omit<LogIndex, 'files' | 'watched' | 'groups'> & {
  readonly files: FilesText
  readonly watched: FilesText
}

/** The order of the lines behind the head: one group of decisions each, read only by the event that needs it. */
const GROUPS = ['tools', 'commands', 'files', 'all'] as const

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
    const [head = '', ...lines] = splitLines(text)
    const index = JSON.parse(head) as IndexHead // nobody but us writes here, and what others changed is not taken
    if (index.v !== 2 || lines.length !== GROUPS.length) return null
    const [tools = '', commands = '', inFiles = '', all = ''] = lines
    const [files, watched] = [unpack(index.files), unpack(index.watched)]
    return files && watched ? { ...index, files, watched, groups: { tools, commands, files: inFiles, all } } : null
  } catch {
    return null
  }
}

/** Lines that each end with a line feed. Slices of one text, so that a long group costs nothing until it is read. */
function splitLines(text: string): readonly string[] {
  const lines: string[] = []
  for (let at = 0, end = text.indexOf('\n'); end >= 0; at = end + 1, end = text.indexOf('\n', at)) {
    lines.push(text.slice(at, end))
  }
  return text.endsWith('\n') ? lines : []
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
  const { groups, ...rest } = draft
  const [files, watched] = [pack(draft.files), pack(draft.watched)]
  const head: IndexHead = { ...rest, files, watched, baseline, written: Date.now() }
  const text = [JSON.stringify(head), ...GROUPS.map((group) => groups[group])].map((line) => `${line}\n`).join('')
  write({ path: join(folder, 'index'), text, flush: false })
}
