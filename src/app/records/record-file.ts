import { createHash } from 'node:crypto'
import type { Fault } from '../../core/fault.ts'
import type { ReviewedRecord } from '../../core/records/record.ts'
import { contentId } from '../../core/records/record-id.ts'
import { recordSeal } from '../../core/records/record-seal.ts'
import { readRecordBytes } from '../../core/records/record-text.ts'
import { recordTextFault } from '../../core/records/record-text-fault.ts'
import { reviewDigest } from '../../core/records/review-digest.ts'
import type { LoadedKind } from './load-kind.ts'

/** One file of a kind by itself, before anything else is asked. */
export type RecordFile = Omit<ReviewedRecord, 'reasons'> & {
  /** The text as it was read; U+FFFD where the bytes are no UTF-8. */
  readonly text: string
  readonly textFaults: readonly Fault[]
  /** The seal that this text has; `''` where the record holds none to compare it with. */
  readonly seal: string
  /** The hash that the name of a content-addressed file claims, where the content has another. */
  readonly drift: { readonly claimed: string | null; readonly actual: string } | null
  /** The 1-based line of a JSON pointer into the record, or of the nearest thing around it. */
  lineOf(pointer: string): number
}

/** Reads a file of a kind. `path` is from the root of the repository. */
export function readRecordFile(path: string, bytes: Uint8Array, loaded: LoadedKind): RecordFile {
  const { kind, digestFields } = loaded
  const { text, parsed } = readRecordBytes(bytes, { file: path, format: kind.format, digestFields })
  const digest = reviewDigest(text, kind.format, digestFields)
  const addressed = kind.idField === null ? contentId(bytes, path.slice(path.lastIndexOf('/') + 1)) : null
  const drift = addressed?.drifted === true ? { claimed: addressed.claimed, actual: addressed.id } : null
  if (!parsed.ok) return { ...unreadable(path, text, parsed.faults), digest, drift }
  const { core, body, lineOf } = parsed.value
  const fieldText = (field: string | undefined | null) => {
    const value = field === undefined || field === null ? null : core[field]
    return typeof value === 'string' ? value : null
  }
  const isSealed = fieldText(kind.seal) !== null
  return {
    path,
    id: addressed?.id ?? fieldText(kind.idField),
    state: fieldText(kind.states?.field),
    data: core,
    body,
    digest,
    text,
    textFaults: [],
    seal: kind.seal !== null && isSealed ? recordSeal({ core, body }, kind.format, kind.seal) : '',
    drift,
    lineOf,
  }
}

/** A link in the folder: what it leads to is no record of this repository, and a commit holds only its text. */
export function readRecordLink(path: string): RecordFile {
  const hint = 'put the file itself there'
  const fault = recordTextFault('no-front-matter', 'the file is a link', { file: path, line: 1 }, hint)
  return { ...unreadable(path, '', [fault]), digest: createHash('sha256').digest('hex'), drift: null }
}

function unreadable(path: string, text: string, textFaults: readonly Fault[]) {
  return { path, id: null, state: null, data: null, body: '', text, textFaults, seal: '', lineOf: () => 1 }
}
