import type { FileOperation } from '../hook.ts'
import { type PatchMarker, readPatchMarker } from './patch-marker.ts'

/** What a patch asks for. `unreadable` says what was wrong with the first line that could not be read. */
export type Patch = { readonly operations: readonly FileOperation[]; readonly unreadable: string | null }

type Draft =
  /** `torn`: consumers disagree where its text ends. A padded header is read by one of them only. */
  | { readonly kind: 'add'; readonly path: string; readonly lines: string[]; readonly padded: boolean; torn: boolean }
  | { readonly kind: 'delete'; readonly path: string }
  | { readonly kind: 'update'; readonly path: string; to: string | null; readonly chunks: string[][] }
  /** A destination without a source. */
  | { readonly kind: 'stray-move'; readonly path: string }
type Update = Extract<Draft, { kind: 'update' }>
type Add = Extract<Draft, { kind: 'add' }>

type Reading = {
  readonly drafts: Draft[]
  unreadable: string | null
  begun: boolean
  open: boolean
  current: Draft | null
  /** The update that goes on if the padded marker seen in it was a line of context after all. */
  shadow: Update | null
  /** The new file that goes on if the padded marker seen in it was a line to skip. */
  shadowAdd: Add | null
}

/**
 * Reads the text of an `apply_patch` call. It is looser than every program that applies patches: markers may be padded
 * or in another letter case, lines may end in CRLF, a heredoc or prose may stand around, several patches may follow each
 * other, the end may be missing. Whoever looks for paths must not miss one that some consumer would write, so a padded
 * marker inside an update counts both as a marker and as context. Paths are as written. Linear in the text; never throws.
 */
export function parsePatch(text: string): Patch {
  const reading = newReading()
  let number = 0
  for (const raw of text.split('\n')) {
    number += 1
    const line = raw.endsWith('\r') ? raw.slice(0, -1) : raw
    const marker = readPatchMarker(line)
    if (marker === null) readContent(reading, line, number)
    else readMarker(reading, marker, line, number)
  }
  if (!reading.begun) complain(reading, 'the patch has no "*** Begin Patch" line')
  else if (reading.open) complain(reading, 'the patch has no "*** End Patch" line')
  if (reading.drafts.length === 0) complain(reading, 'the patch names no file')
  return { operations: reading.drafts.map(toOperation), unreadable: reading.unreadable }
}

function newReading(): Reading {
  return { drafts: [], unreadable: null, begun: false, open: false, current: null, shadow: null, shadowAdd: null }
}

function readMarker(reading: Reading, marker: PatchMarker, line: string, number: number): void {
  castShadow(reading, marker, line)
  if (marker.kind === 'unknown') {
    readUnknownMarker(reading, marker, number)
    return
  }
  if (!marker.exact) complain(reading, `line ${number} spells its marker in another way`)
  if (marker.kind === 'begin' || marker.kind === 'end') {
    reading.open = marker.kind === 'begin'
    reading.begun ||= reading.open
    reading.current = null
    return
  }
  if (marker.kind === 'environment') reading.current = null
  else if (marker.kind === 'end-of-file') endOfFile(reading, number)
  else readHeader(reading, marker, number)
}

/** Prose around a patch may hold a rule of stars; a padded one inside an update is context. */
function readUnknownMarker(reading: Reading, marker: PatchMarker, number: number): void {
  if (marker.padded && reading.shadow !== null) return
  if (!marker.padded) reading.current = null
  if (reading.open) complain(reading, `line ${number} starts with *** and is no marker of a patch`)
}

/** Keeps an update or a new file alive behind a padded marker, and ends it for good at one in the first column. */
function castShadow(reading: Reading, marker: PatchMarker, line: string): void {
  if (!marker.padded || marker.kind === 'end') reading.shadowAdd = null
  else if (reading.current?.kind === 'add' && !reading.current.padded && marker.kind !== 'unknown')
    reading.shadowAdd = reading.current
  if (!marker.padded) {
    reading.shadow = null
    return
  }
  if (reading.current?.kind === 'update' && reading.shadow === null) reading.shadow = reading.current
  if (reading.shadow !== null && line.startsWith(' ')) addPiece(reading.shadow, line.slice(1))
}

function endOfFile(reading: Reading, number: number): void {
  if (reading.current?.kind === 'update') reading.current.chunks.push([])
  else if (reading.shadow === null) complain(reading, `line ${number} ends a file outside of an update`)
}

function readHeader(reading: Reading, marker: PatchMarker, number: number): void {
  if (marker.rest === '') {
    reading.current = null
    complain(reading, `line ${number} names no path`)
    return
  }
  if (!reading.open) complain(reading, `line ${number} names a file outside of "*** Begin Patch" and "*** End Patch"`)
  if (marker.kind === 'move') {
    readMove(reading, marker.rest, number)
    return
  }
  const draft = newDraft(marker)
  reading.drafts.push(draft)
  reading.current = draft
}

function newDraft(marker: PatchMarker): Draft {
  const { kind, rest: path, padded } = marker
  if (kind === 'add') return { kind, path, lines: [], padded, torn: false }
  if (kind === 'delete') return { kind, path }
  return { kind: 'update', path, to: null, chunks: [] }
}

function readMove(reading: Reading, to: string, number: number): void {
  if (reading.current?.kind === 'update' && reading.current.to === null) {
    reading.current.to = to
    return
  }
  complain(reading, `line ${number} moves no file`)
  reading.drafts.push({ kind: 'stray-move', path: to })
}

function readContent(reading: Reading, line: string, number: number): void {
  const { current, shadow, shadowAdd } = reading
  if (shadowAdd !== null && line.startsWith('+')) {
    shadowAdd.torn = true
    complain(reading, `line ${number} may belong to two files`)
  }
  if (shadow !== null && shadow !== current) readChange(shadow, line)
  if (current?.kind === 'add' && line.startsWith('+')) {
    current.lines.push(line.slice(1))
    return
  }
  if (current?.kind === 'update' && readChange(current, line)) return
  if (!reading.open || shadow !== null || line.trim() === '') return
  complain(reading, `line ${number} is no part of a patch`)
}

/** Takes one line of an update; false where it is none. */
function readChange(update: Update, line: string): boolean {
  const first = line[0]
  if (first === '+' || first === ' ') addPiece(update, line.slice(1))
  else if (line.startsWith('@@')) update.chunks.push([])
  else if (first === undefined) addPiece(update, '')
  else if (first !== '-') return false
  return true
}

function addPiece(update: Update, text: string): void {
  const last = update.chunks.at(-1)
  if (last === undefined) update.chunks.push([text])
  else last.push(text)
}

function complain(reading: Reading, what: string): void {
  reading.unreadable ??= what
}

function toOperation(draft: Draft): FileOperation {
  const { path } = draft
  if (draft.kind === 'delete') return { kind: 'delete', path }
  if (draft.kind === 'stray-move') return { kind: 'write', path, text: null }
  if (draft.kind === 'add') return { kind: 'write', path, text: addedText(draft) }
  const pieces = draft.chunks.map((lines) => lines.join('\n')).filter((piece) => piece !== '')
  return draft.to === null ? { kind: 'edit', path, pieces } : { kind: 'move', path, to: draft.to, pieces }
}

/** Both consumers write the `+` lines, each with a line feed. */
function addedText(draft: Add): string | null {
  return draft.torn ? null : draft.lines.map((line) => `${line}\n`).join('')
}
