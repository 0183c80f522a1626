import { strict as assert } from 'node:assert'
import { type JsonDocument, parseJson } from '../codec/json.ts'
import { pointerOf } from '../codec/json-pointer.ts'
import { isJsonList, isJsonObject, type JsonValue } from '../codec/json-value.ts'

export type NewDecision = {
  readonly id: string
  readonly date: string | null
  readonly title: string
  readonly rationale: string
  /** As it is to stand in the file, null for a decision that nothing checks. */
  readonly check: JsonValue | null
}

export type NewEntry =
  | (Omit<NewDecision, 'id'> & { readonly kind: 'decision' })
  | { readonly kind: 'retirement'; readonly date: string | null; readonly rationale: string }

type Members = { readonly [key: string]: JsonValue }

/** How a file is laid out, so that what is added looks like the rest. */
type Layout = { readonly indent: string; readonly lineEnd: string }

/** The text of a new decision file with one entry. */
export function renderNewDecision({ id, ...entry }: NewDecision): string {
  const file = { schema_version: 2, id, history: [entryJson({ kind: 'decision', ...entry })] }
  return `${JSON.stringify(file, null, 2)}\n`
}

/**
 * The text of a decision file with one entry more. Everything before it stays byte for byte, in its own indentation
 * and line ends; only a version 1 record is written anew, as a history whose first entry matches it.
 * The text must be a valid decision file.
 */
export function appendEntry(text: string, entry: NewEntry): string {
  const parsed = parseJson(text, { file: 'decision' })
  assert(parsed.ok && isJsonObject(parsed.value.value), 'only a valid decision file is appended to')
  const { value } = parsed.value
  return value['schema_version'] === 1
    ? convertRecord(text, parsed.value, value, entry)
    : insertEntry(text, parsed.value, value, entry)
}

function entryJson(entry: NewEntry): Members {
  const date = entry.date === null ? {} : { date: entry.date }
  if (entry.kind === 'retirement') return { ...date, status: 'retired', rationale: entry.rationale }
  const check = entry.check === null ? {} : { check: entry.check }
  return { ...date, title: entry.title, rationale: entry.rationale, ...check }
}

function insertEntry(text: string, document: JsonDocument, value: Members, entry: NewEntry): string {
  const history = value['history']
  const last = isJsonList(history) ? document.span(`/history/${history.length - 1}`) : null
  assert(last !== null, 'a valid history has an entry')
  const [start, end] = last
  const { indent, lineEnd } = layoutOf(text, document)
  const margin = /(?:^|\n)([ \t]*)$/.exec(text.slice(0, start))?.[1]
  const multiline = text.slice(start, end).includes('\n')
  const json = JSON.stringify(entryJson(entry), null, multiline ? indent : undefined)
  const added = json.replaceAll('\n', `${lineEnd}${margin ?? indent.repeat(2)}`)
  const gap = margin === undefined ? sameLineGap(text, document) : `${lineEnd}${margin}`
  return `${text.slice(0, end)},${gap}${added}${text.slice(end)}`
}

/** A file on one line keeps its habit of blanks after a comma. */
function sameLineGap(text: string, document: JsonDocument): string {
  const before = document.span('/id')?.[1] ?? 0
  return text.slice(before, before + 2) === ', ' ? ' ' : ''
}

/** The members of the record are taken over as they are written: a number may have no second spelling. */
function convertRecord(text: string, document: JsonDocument, value: Members, entry: NewEntry): string {
  const layout = text.trim().includes('\n') ? layoutOf(text, document) : null
  const record = Object.keys(value)
    .filter((key) => key !== 'schema_version' && key !== 'id')
    .map((key) => member(key, deepen(rawText(text, document, key), layout), layout))
  const entries = [
    block(record, '{}', 2, layout),
    deepen(JSON.stringify(entryJson(entry), null, layout?.indent), layout),
  ]
  const file = [
    member('schema_version', '2', layout),
    member('id', JSON.stringify(value['id']), layout),
    member('history', block(entries, '[]', 1, layout), layout),
  ]
  const mark = text.startsWith('\uFEFF') ? '\uFEFF' : ''
  return `${mark}${block(file, '{}', 0, layout)}${text.slice(text.trimEnd().length)}`
}

function rawText(text: string, document: JsonDocument, key: string): string {
  const span = document.span(pointerOf([key]))
  assert(span !== null, 'a key of the value stands in the text')
  return text.slice(...span)
}

function member(key: string, json: string, layout: Layout | null): string {
  return `${JSON.stringify(key)}:${layout === null ? '' : ' '}${json}`
}

/** Moves what stood one level deep to the third; a text of JSON has line ends between values only. */
function deepen(json: string, layout: Layout | null): string {
  if (layout === null) return json
  return json.split(/\r?\n/).join(`${layout.lineEnd}${layout.indent.repeat(2)}`)
}

function block(items: readonly string[], brackets: string, level: number, layout: Layout | null): string {
  const [open = '', close = ''] = brackets
  if (layout === null) return `${open}${items.join(',')}${close}`
  const margin = `${layout.lineEnd}${layout.indent.repeat(level)}`
  const lines = items.map((item) => `${margin}${layout.indent}${item}`)
  return `${open}${lines.join(',')}${margin}${close}`
}

function layoutOf(text: string, document: JsonDocument): Layout {
  const [start] = document.span('') ?? [0]
  const indent = /^\{\s*?\n([ \t]+)"/.exec(text.slice(start))?.[1] ?? '  '
  return { indent, lineEnd: text.includes('\r\n') ? '\r\n' : '\n' }
}
