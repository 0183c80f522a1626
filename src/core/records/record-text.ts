import { LineIndex } from '../codec/line-index.ts'
import { parseFrontMatter } from './front-matter.ts'
import { normalizeLineEnds } from './front-matter-split.ts'
import { parseJsonRecord } from './json-record.ts'
import { decodeRecord } from './record-text-decode.ts'
import { recordTextFault } from './record-text-fault.ts'
import type { ParsedRecordText, RecordTextOptions } from './record-text-types.ts'

const LONE_SURROGATE = /\p{Surrogate}/u

/**
 * Reads the text of a record file as its kind says (records.md 4, records-ours.md a). Every fault has its cause, its
 * line and what to do; to a reader of findings all of them are `record-unparseable`. Any text ends in an answer.
 */
export function parseRecordText(text: string, options: RecordTextOptions): ParsedRecordText {
  const half = LONE_SURROGATE.exec(text)
  if (half !== null) {
    const at = {
      file: options.file,
      line: new LineIndex(normalizeLineEnds(text.slice(0, half.index))).lineAt(half.index),
    }
    const message = 'the text holds half a surrogate pair, which is no character'
    return { ok: false, faults: [recordTextFault('encoding', message, at, 'write the whole character')] }
  }
  return parseCharacters(text, options)
}

function parseCharacters(text: string, options: RecordTextOptions): ParsedRecordText {
  return options.format === 'json' ? parseJsonRecord(text, options) : parseFrontMatter(text, options)
}

/** The same from the bytes of the file; `text` is what the digest is made of, also where the record is refused. */
export function readRecordBytes(
  bytes: Uint8Array,
  options: RecordTextOptions,
): { readonly text: string; readonly parsed: ParsedRecordText } {
  const { text, fault } = decodeRecord(bytes, options.file)
  return { text, parsed: fault === null ? parseCharacters(text, options) : { ok: false, faults: [fault] } }
}
