import { createHash } from 'node:crypto'
import { parseJson } from '../codec/json.ts'
import { isJsonObject } from '../codec/json-value.ts'
import { eachFieldLine } from './front-matter-lines.ts'
import { FIELDS_AT, normalizeLineEnds } from './front-matter-split.ts'
import type { RecordFormat } from './record-text-types.ts'

/** What of a kind file the digest fields hang on. */
export type DigestKind = {
  readonly stateField?: string
  readonly reviews?: { readonly field: string; readonly ratified?: string }
  readonly seal?: { readonly field: string }
}

/** Deep enough for any text that a reader of JSON takes; a record that deep is refused all the same. */
const DEPTH_MAX = 10_000

/**
 * The fields that the review digest leaves out (records.md 12.1): verdicts, author seal, the state where a quorum
 * guards it, the record seal. A kind without verdicts leaves out its record seal alone.
 */
export function digestFieldsOf(kind: DigestKind): readonly string[] {
  const seal = kind.seal === undefined ? [] : [kind.seal.field]
  if (kind.reviews === undefined) return seal
  const { field, ratified } = kind.reviews
  const state = ratified === undefined || kind.stateField === undefined ? [] : [kind.stateField]
  return [...new Set([field, 'seal', ...state, ...seal])]
}

/** The hex SHA-256 that a verdict is bound to. It goes by lines and holds for any text, a refused one too. */
export function reviewDigest(text: string, format: RecordFormat, digestFields: readonly string[]): string {
  return createHash('sha256')
    .update(digestText(text, format, digestFields), 'utf8')
    .digest('hex')
}

/** The text that the review digest hashes: LF ends, and without the digest fields. */
export function digestText(raw: string, format: RecordFormat, digestFields: readonly string[]): string {
  const text = normalizeLineEnds(raw)
  if (digestFields.length === 0) return text
  return format === 'json' ? digestFields.reduce(withoutMember, text) : withoutBlocks(text, digestFields)
}

function withoutBlocks(text: string, fields: readonly string[]): string {
  if (!text.startsWith('---\n')) return text
  const closing = closingLine(text)
  if (closing === -1) return text
  // Unlike the parser, the digest takes a second --- right under the first for the closing line.
  if (closing < FIELDS_AT) return text
  let kept = text.slice(0, FIELDS_AT)
  let from = FIELDS_AT
  eachFieldLine(text, [FIELDS_AT, closing + 1], fields, ({ at, end, inBlock }) => {
    if (!inBlock) return
    kept += text.slice(from, at)
    from = end + 1
  })
  return kept + text.slice(from)
}

/** The offset of the LF before the first later line that is exactly `---`, -1 where there is none. */
function closingLine(text: string): number {
  for (let at = text.indexOf('\n---'); at !== -1; at = text.indexOf('\n---', at + 1)) {
    const after = at + FIELDS_AT
    if (after === text.length || text[after] === '\n') return at
  }
  return -1
}

/** Cuts a top-level member with the blanks before its name and one comma (records.md 12.1, JSON kinds). */
function withoutMember(text: string, field: string): string {
  const parsed = text.startsWith('\ufeff')
    ? null
    : parseJson(text, { file: '', numbers: 'rounded', depthMax: DEPTH_MAX })
  if (!parsed?.ok || !isJsonObject(parsed.value.value) || !Object.hasOwn(parsed.value.value, field)) return text
  const member = parsed.value.member(field)
  if (member === null) return text
  const before = withoutBlanksAtEnd(text.slice(0, member.start))
  const after = text.slice(member.end)
  const comma = /^[ \t\n]*,/.exec(after)
  if (comma !== null) return before + after.slice(comma[0].length)
  return before.endsWith(',') ? withoutBlanksAtEnd(before.slice(0, -1)) + after : before + after
}

/** In linear time, which a pattern for the end of a text is not. */
function withoutBlanksAtEnd(text: string): string {
  let end = text.length
  while (end > 0 && ' \t\n'.includes(text[end - 1] as string)) end -= 1
  return text.slice(0, end)
}
