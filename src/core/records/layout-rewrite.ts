import { equalJson } from '../codec/equal-json.ts'
import type { JsonValue } from '../codec/json-value.ts'
import { parseFrontMatter } from './front-matter.ts'
import { isBlockLine, keyLineOf } from './front-matter-lines.ts'
import { normalizeLineEnds, splitFrontMatter } from './front-matter-split.ts'
import { type FieldOrder, layOut, orderFields, renderFields } from './layout.ts'
import type { RecordCore, RecordText } from './record-text-types.ts'

/** New values by field; undefined takes the field out. */
export type FieldChanges = { readonly [field: string]: JsonValue | undefined }

type Options = { readonly file: string; readonly digestFields: readonly string[] }

/**
 * The text with the blocks of the changed fields replaced and nothing else, LF ends apart (records.md 6.5). A new
 * field goes last; a block takes the comments in it along, the empty lines that end it stay. Null where the text would
 * not read as exactly the old record with the changes: `review` refuses then, `amend` lays out anew.
 */
export function rewriteFields(raw: string, changes: FieldChanges, options: Options): string | null {
  const text = normalizeLineEnds(raw)
  const split = splitFrontMatter(text)
  const before = parseFrontMatter(text, options)
  if (split.kind !== 'split' || !before.ok) return null
  const lines = split.fields.slice(0, -1).split('\n')
  for (const field of Object.keys(changes)) {
    const value = changes[field]
    const rendered = value === undefined ? [] : renderFields({ [field]: value }).split('\n')
    const { start, end } = blockAt(lines, field)
    lines.splice(start, end - start, ...rendered)
  }
  const after = `---\n${lines.map((line) => `${line}\n`).join('')}${text.slice(4 + split.fields.length)}`
  return readsAs(after, changed(before.value, changes), options) ? after : null
}

/** The text of an amended record: in place where that reads right, else laid out anew; null where neither does. */
export function amendText(
  raw: string,
  changes: FieldChanges,
  options: Options & { readonly order: FieldOrder },
): string | null {
  const inPlace = rewriteFields(raw, changes, options)
  if (inPlace !== null) return inPlace
  const before = parseFrontMatter(raw, options)
  if (!before.ok) return null
  const wanted = changed(before.value, changes)
  const anew = layOut(orderFields(wanted.core, options.order), wanted.body)
  return readsAs(anew, wanted, options) ? anew : null
}

function blockAt(lines: readonly string[], field: string): { readonly start: number; readonly end: number } {
  const start = lines.findIndex(keyLineOf(field))
  if (start === -1) return { start: lines.length, end: lines.length }
  let end = start + 1
  while (end < lines.length && isBlockLine(lines[end] as string)) end += 1
  while (end > start + 1 && (lines[end - 1] as string).trim() === '') end -= 1
  return { start, end }
}

function changed(before: RecordText, changes: FieldChanges): Pick<RecordText, 'core' | 'body'> {
  const core: { [field: string]: JsonValue } = Object.assign(Object.create(null), before.core)
  for (const field of Object.keys(changes)) {
    const value = changes[field]
    if (value === undefined) delete core[field]
    else core[field] = value
  }
  return { core, body: before.body }
}

function readsAs(
  text: string,
  wanted: { readonly core: RecordCore; readonly body: string },
  options: Options,
): boolean {
  const parsed = parseFrontMatter(text, options)
  return parsed.ok && parsed.value.body === wanted.body && equalJson(parsed.value.core, wanted.core)
}
