import { parseJson } from '../codec/json.ts'
import { isJsonObject } from '../codec/json-value.ts'
import { normalizeLineEnds } from './front-matter-split.ts'
import { recordTextFault } from './record-text-fault.ts'
import type { ParsedRecordText, RecordCause, RecordTextFault } from './record-text-types.ts'

const CAUSES = {
  'not-json': 'not-json',
  'duplicate-key': 'duplicate-key',
  'too-deep': 'too-deep',
  'inexact-number': 'non-finite-number',
} as const satisfies Readonly<Record<string, RecordCause>>

const HINTS = {
  'not-json': 'write the record as one JSON object',
  'duplicate-key': 'keep one of the two',
  'too-deep': 'write it flatter',
  'inexact-number': 'put it in double quotes',
} as const

/**
 * Reads a JSON record: one object, no name twice in one object, no number that overflows (records.md 4.2). Whole
 * numbers beyond 2^53 are rounded as `JSON.parse` does it. A byte order mark is no JSON.
 */
export function parseJsonRecord(raw: string, options: { readonly file: string }): ParsedRecordText {
  const { file } = options
  const text = normalizeLineEnds(raw)
  if (text.startsWith('\ufeff')) return refused(byteOrderMark(file))
  const parsed = parseJson(text, { file, numbers: 'rounded' })
  if (!parsed.ok) {
    const faults = parsed.faults.map(({ code, message, at }) =>
      recordTextFault(CAUSES[code], message, at ?? { file }, HINTS[code]),
    )
    return { ok: false, faults }
  }
  const { value } = parsed.value
  if (!isJsonObject(value)) {
    return refused(
      recordTextFault('not-one-object', 'a JSON record must be one object', { file, line: 1 }, HINTS['not-json']),
    )
  }
  const lineOf = (pointer: string): number => {
    for (let name = pointer; name !== ''; name = name.slice(0, name.lastIndexOf('/'))) {
      const place = parsed.value.place(name)
      if (place !== null) return place.line
    }
    return 1
  }
  return { ok: true, value: { core: value, body: '', lineOf } }
}

function refused(fault: RecordTextFault): ParsedRecordText {
  return { ok: false, faults: [fault] }
}

function byteOrderMark(file: string): RecordTextFault {
  const hint = 'save the file as UTF-8 without a byte order mark'
  return recordTextFault(
    'not-json',
    'no JSON: the file starts with a byte order mark (U+FEFF)',
    { file, line: 1 },
    hint,
  )
}
