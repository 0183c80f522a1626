import { strict as assert } from 'node:assert'
import { type JsonDocument, parseJson } from '../codec/json.ts'
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
    ? convertRecord(text, value, entry)
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

function convertRecord(text: string, value: Members, entry: NewEntry): string {
  const { schema_version: _version, id, ...record } = value
  const file = { schema_version: 2, id, history: [record, entryJson(entry)] }
  const parsed = parseJson(text, { file: 'decision' })
  const layout = parsed.ok ? layoutOf(text, parsed.value) : { indent: '  ', lineEnd: '\n' }
  const mark = text.startsWith('\uFEFF') ? '\uFEFF' : ''
  const body = JSON.stringify(file, null, text.trim().includes('\n') ? layout.indent : undefined)
  return `${mark}${body.replaceAll('\n', layout.lineEnd)}${text.slice(text.trimEnd().length)}`
}

function layoutOf(text: string, document: JsonDocument): Layout {
  const [start] = document.span('') ?? [0]
  const indent = /^\{\s*?\n([ \t]+)"/.exec(text.slice(start))?.[1] ?? '  '
  return { indent, lineEnd: text.includes('\r\n') ? '\r\n' : '\n' }
}
