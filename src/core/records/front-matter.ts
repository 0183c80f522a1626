import assert from 'node:assert'
import { pointerOf, unescapePointer } from '../codec/json-pointer.ts'
import type { JsonValue } from '../codec/json-value.ts'
import { LineIndex } from '../codec/line-index.ts'
import { digestFieldFaults } from './front-matter-digest-guard.ts'
import { readPlainLayout } from './front-matter-fast.ts'
import { FIELDS_AT, normalizeLineEnds, splitFrontMatter } from './front-matter-split.ts'
import { readYaml, type YamlReading } from './front-matter-tree.ts'
import { type Place, walkFrontMatter } from './front-matter-walk.ts'
import { recordTextFault } from './record-text-fault.ts'
import type { ParsedRecordText, RecordCause, RecordCore, RecordText, RecordTextFault } from './record-text-types.ts'

type Options = { readonly file: string; readonly digestFields: readonly string[] }
type Report = (cause: RecordCause, message: string, offset: number, hint?: string, pointer?: string) => RecordTextFault

const BYTE_ORDER_MARK = '\ufeff'
const FAULTS_MAX = 20
const ONE_READING = 'plain `key: value` fields are what every reader takes alike'

/**
 * Reads a Markdown record: records.md 4.1 with the guards of records-ours.md a. What it accepts has the value that
 * js-yaml 4.1 gives it, and the review digest leaves out exactly the lines of the digest fields.
 */
export function parseFrontMatter(raw: string, options: Options): ParsedRecordText {
  const text = normalizeLineEnds(raw)
  const lines = new LineIndex(text)
  const report: Report = (cause, message, offset, hint, pointer) => {
    const at = { file: options.file, line: lines.lineAt(offset), ...(pointer === undefined ? {} : { pointer }) }
    return recordTextFault(cause, message, at, hint)
  }
  const split = splitFrontMatter(text)
  if (split.kind !== 'split') return { ok: false, faults: [noFrontMatter(text, split.kind, report)] }
  const plain = readPlainLayout(split.fields)
  if (plain !== null) return { ok: true, value: plainRecord(plain, split) }
  const early = earlyFault(split.fields, report)
  if (early !== null) return { ok: false, faults: [early] }
  const reading = readYaml(split.fields)
  const faults = [...markFaults(reading, split.fields, report), ...readingFaults(reading, report)]
  if (faults.length > 0 || reading.kind !== 'read' || reading.tree.root === null) return refused(faults)
  const { value, root } = reading.tree
  const { faults: guarded, top } = walkFrontMatter(split.fields, root)
  for (const { cause, what, hint, offset, pointer } of guarded) {
    const message = `${pointer === '' ? '' : `${shorten(pointer)}: `}${what} is not allowed`
    faults.push(report(cause, message, offset + FIELDS_AT, hint, pointer))
  }
  const core = toJson(value) as RecordCore
  for (const { message, hint, offset, field } of digestFieldFaults(split.fields, core, top, options.digestFields)) {
    faults.push(report('digest-field', `${shorten(field)}: ${message}`, offset + FIELDS_AT, hint, pointerOf([field])))
  }
  if (faults.length > 0) return refused(faults)
  return { ok: true, value: { core, body: split.body, lineOf: (pointer) => lineOf(pointer, top, lines) } }
}

/** Places are asked for where there is a finding, so the whole reader looks for them then. */
function plainRecord(
  core: RecordCore,
  { fields, body }: { readonly fields: string; readonly body: string },
): RecordText {
  const found = (): { readonly top: Place; readonly lines: LineIndex } => {
    const reading = readYaml(fields)
    assert(reading.kind === 'read' && reading.tree.root !== null, 'a layout that the quick reader took is YAML')
    return { top: walkFrontMatter(fields, reading.tree.root).top, lines: new LineIndex(`---\n${fields}`) }
  }
  let places: ReturnType<typeof found> | null = null
  const lineOfPointer = (pointer: string): number => {
    places ??= found()
    return lineOf(pointer, places.top, places.lines)
  }
  return { core, body, lineOf: lineOfPointer }
}

function refused(faults: readonly RecordTextFault[]): ParsedRecordText {
  return { ok: false, faults: faults.slice(0, FAULTS_MAX) }
}

function noFrontMatter(text: string, kind: 'none' | 'unterminated', report: Report): RecordTextFault {
  if (kind === 'unterminated') {
    const message = 'no front matter: the line --- that ends it is missing'
    return report('unterminated', message, 0, 'close the fields with a line that is exactly ---')
  }
  if (text.startsWith(BYTE_ORDER_MARK)) {
    const message = 'no front matter: the file starts with a byte order mark (U+FEFF)'
    return report('no-front-matter', message, 0, 'save the file as UTF-8 without a byte order mark')
  }
  const message = 'no front matter: the file does not start with fields between two lines that are exactly ---'
  return report('no-front-matter', message, 0, 'start the file with a line --- and close the fields with another')
}

function earlyFault(fields: string, report: Report): RecordTextFault | null {
  if (fields.startsWith('---\n')) {
    const message = 'a second --- right under the first is not allowed'
    return report('unsupported', message, FIELDS_AT, 'remove the second line')
  }
  if (!fields.startsWith(BYTE_ORDER_MARK)) return null
  const message = 'a byte order mark (U+FEFF) before the fields is not allowed'
  return report('unsupported', message, FIELDS_AT, 'remove the invisible character')
}

function markFaults(reading: YamlReading, fields: string, report: Report): RecordTextFault[] {
  return reading.marks.map((offset) => {
    const name = fields[offset] === '!' ? 'tags' : fields[offset] === '&' ? 'anchors' : 'aliases'
    return report(
      'unsupported',
      `YAML ${name} are not allowed`,
      offset + FIELDS_AT,
      `${ONE_READING}; quote a text that starts with ${fields[offset]}`,
    )
  })
}

function readingFaults(reading: YamlReading, report: Report): RecordTextFault[] {
  // An unknown alias or tag is named by its mark already.
  if (reading.kind !== 'read' && reading.marks.length > 0) return []
  if (reading.kind === 'too-deep') {
    return [
      report(
        'too-deep',
        'lists and maps stand in one another more than 64 times',
        reading.offset + FIELDS_AT,
        'write it flatter',
      ),
    ]
  }
  if (reading.kind === 'wrong') {
    const cause = reading.reason === 'duplicated mapping key' ? 'duplicate-key' : 'yaml-error'
    const message = `front matter is not valid YAML: ${reading.reason}`
    return [report(cause, message, reading.offset + FIELDS_AT, hintOf(reading.reason))]
  }
  const { value } = reading.tree
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return []
  return [report('not-a-mapping', 'front matter must be a mapping', FIELDS_AT, 'write fields as `key: value`')]
}

function hintOf(reason: string): string {
  if (reason === 'duplicated mapping key') return 'keep one of the two'
  if (reason.startsWith('tab characters')) return 'indent with spaces'
  if (reason.startsWith('bad indentation of a mapping entry'))
    return 'put a text with a colon or a sign in double quotes'
  return 'put texts in double quotes'
}

/** Objects come without a prototype's keys, as in all JSON of ours. */
function toJson(value: unknown): JsonValue {
  if (Array.isArray(value)) return value.map(toJson)
  if (typeof value !== 'object' || value === null) return value as JsonValue
  const members: { [key: string]: JsonValue } = Object.create(null)
  for (const [key, member] of Object.entries(value)) members[key] = toJson(member)
  return members
}

function lineOf(pointer: string, top: Place, lines: LineIndex): number {
  let place = top
  for (const token of pointer.split('/').slice(1)) {
    const inner = place.inside.get(unescapePointer(token))
    if (inner === undefined) break
    place = inner
  }
  return lines.lineAt(place.at + FIELDS_AT)
}

function shorten(text: string): string {
  return text.length <= 80 ? text : `${text.slice(0, 77)}...`
}
