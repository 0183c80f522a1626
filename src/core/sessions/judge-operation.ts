import type { FileOperation } from '../hook.ts'
import { logFolderOf, relationTo } from './log-paths.ts'
import type { LogState } from './log-state.ts'

/** A file operation whose paths were resolved on the disk: as written and with links followed. */
export type LocatedOperation = {
  readonly operation: FileOperation
  /** Every absolute spelling of every path it touches: source first, then destination. */
  readonly places: readonly Place[]
}

export type Place = {
  /** As written, made absolute and normalised by text. */
  readonly written: string
  /** With links resolved on the nearest existing ancestor. */
  readonly real: string
  /** Something stands there. */
  readonly exists: boolean
  /** It is one of the log's files under another name: a hard link, or a mount. */
  readonly otherName: boolean
}

/** How an operation meets the log; `new-file` still has to be read as a decision. */
export type LogMeeting =
  | { readonly kind: 'apart' }
  | { readonly kind: 'denied'; readonly reason: string }
  | { readonly kind: 'new-file'; readonly name: string; readonly text: string }

const WORDS: Readonly<Record<FileOperation['kind'], string>> = {
  write: 'overwrite',
  edit: 'edit',
  delete: 'delete',
  move: 'move',
}

/**
 * The rules for an agent's edit tools (specification decisions section 4): in the log it may create a new decision
 * file with its whole text, nothing else.
 */
export function meetLog(located: LocatedOperation, state: LogState, nextId: string): LogMeeting {
  const log = logFolderOf(state.project)
  for (const place of located.places) {
    const meeting = meetPlace(place, located.operation, log, state, nextId)
    if (meeting.kind !== 'apart') return meeting
  }
  return { kind: 'apart' }
}

function meetPlace(place: Place, operation: FileOperation, log: string, state: LogState, nextId: string): LogMeeting {
  const relations = [relationTo(place.written, log), relationTo(place.real, log)]
  const removes = operation.kind === 'delete' || operation.kind === 'move'
  if (removes && relations.some((relation) => relation === 'is' || relation === 'holds')) {
    return denied(`${log} is the decision log; an agent may not ${WORDS[operation.kind]} it or a folder that holds it`)
  }
  if (!place.otherName && !relations.includes('inside') && !relations.includes('is')) return { kind: 'apart' }
  const spelling = relations[1] === 'inside' ? place.real : place.written
  const name = spelling.slice(log.length + 1)
  if (isFreeName(name) && !place.otherName) return { kind: 'apart' }
  const id = idOf(name, state)
  if (place.exists || operation.kind !== 'write' || name.includes('/') || name === '') {
    return denied(
      `${id}: an agent may not ${WORDS[operation.kind]} a decision; its history only grows, and only by a person. ${whatInstead(id, nextId)}`,
    )
  }
  if (operation.text === null)
    return denied(`${name}: a new decision must be written as one whole file. ${whatInstead(id, nextId)}`)
  return { kind: 'new-file', name, text: operation.text }
}

/** What an agent may keep in the log folder beside decisions; other dot files are our own locks and drafts. */
function isFreeName(name: string): boolean {
  return ['README.md', '.gitkeep', '.gitignore', '.gitattributes'].includes(name)
}

function idOf(name: string, state: LogState): string {
  const id = name.replace(/\.json$/i, '').toUpperCase()
  return state.decisions.some((decision) => decision.id === id) || /^[A-Z][A-Z0-9]{0,15}-[0-9]{3,}$/.test(id)
    ? id
    : name || 'the log'
}

/** What an agent can do in place of changing a decision. */
export function whatInstead(id: string, nextId: string): string {
  const revise = /^[A-Z][A-Z0-9]{0,15}-[0-9]{3,}$/.test(id) ? `bylaw decisions revise ${id}` : 'bylaw decisions revise'
  return `Write a new file .hdr/decisions/${nextId}.json with one entry, or ask a person to run: ${revise}. A change made through the shell is seen too.`
}

function denied(reason: string): LogMeeting {
  return { kind: 'denied', reason }
}
