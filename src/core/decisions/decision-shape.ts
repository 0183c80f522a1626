import type * as z from 'zod/mini'
import { pointerOf } from '../codec/json-pointer.ts'
import { isJsonList, isJsonObject, type JsonValue } from '../codec/json-value.ts'
import type { Decision, Entry } from './decision.ts'
import {
  decisionEntrySchema,
  firstEntrySchema,
  headerSchema,
  recordSchema,
  retirementSchema,
} from './decision-file-schema.ts'
import { type PointedFault, readShape, shown } from './issue-faults.ts'

const ENTRIES_MAX = 10_000

type Members = { readonly [key: string]: JsonValue }
type Shape = Omit<Decision, 'file'>
type Reading<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly faults: readonly PointedFault[] }
type EntryReading = Reading<{ readonly entry: Entry; readonly supersedes: readonly string[] }>

/** From the JSON value of a decision file to a decision, or every fault in it. */
export function readDecisionShape(value: JsonValue): Reading<Shape> {
  if (!isJsonObject(value)) return no('bad-shape', `a decision file holds one object, found ${shown(value)}`, '')
  if (value['schema_version'] === 2) return readHistory(value)
  if (value['schema_version'] === 1) return readRecord(value)
  if (!Object.hasOwn(value, 'schema_version')) return no('bad-shape', '"schema_version" is missing', '/schema_version')
  const found = shown(value['schema_version'] as JsonValue)
  const hint = 'versions 1 and 2 are known; a newer one needs a newer program'
  return no('unsupported-schema', `schema version ${found} is not known`, '/schema_version', hint)
}

function readRecord(value: Members): Reading<Shape> {
  const read = readShape(recordSchema, withoutExtensions(value))
  if (!read.ok) return read
  const { id, supersedes = [] } = read.value
  const { schema_version: _version, id: _id, ...json } = value
  return { ok: true, value: { id, version: 1, history: [decisionEntry(read.value, json)], supersedes } }
}

function readHistory(value: Members): Reading<Shape> {
  const header = readShape(headerSchema, withoutExtensions(value, 1))
  const history = isJsonList(value['history']) ? value['history'] : []
  const entries = history.length > ENTRIES_MAX ? [] : history.map(readEntry)
  const faults = [
    ...(header.ok ? lengthFaults(history) : header.faults),
    ...entries.flatMap((entry) => (entry.ok ? [] : entry.faults)),
  ]
  const read = entries.flatMap((entry) => (entry.ok ? [entry.value] : []))
  const [first, ...later] = read
  if (!header.ok || faults.length > 0 || first === undefined) return { ok: false, faults }
  const all: readonly [Entry, ...Entry[]] = [first.entry, ...later.map(({ entry }) => entry)]
  return { ok: true, value: { id: header.value.id, version: 2, history: all, supersedes: first.supersedes } }
}

function lengthFaults(history: readonly JsonValue[]): readonly PointedFault[] {
  if (history.length === 0) {
    const hint = 'a history begins with a decision: {"title": …, "rationale": …}'
    return [{ code: 'empty-history', message: 'the history has no entry', hint, pointer: '/history' }]
  }
  if (history.length <= ENTRIES_MAX) return []
  const message = `the history has ${history.length} entries, more than ${ENTRIES_MAX}`
  return [{ code: 'history-too-long', message, pointer: '/history' }]
}

function readEntry(value: JsonValue, index: number): EntryReading {
  const at = ['history', index]
  if (isJsonObject(value) && Object.hasOwn(value, 'status')) return readRetirement(value, index)
  const bare = withoutExtensions(value)
  if (index > 0) {
    const read = readShape(decisionEntrySchema, bare, at)
    return read.ok ? entryRead(decisionEntry(read.value, value)) : read
  }
  const read = readShape(firstEntrySchema, bare, at)
  return read.ok ? entryRead(decisionEntry(read.value, value), read.value.supersedes) : read
}

function readRetirement(value: JsonValue, index: number): EntryReading {
  const at = ['history', index]
  const read = readShape(retirementSchema, withoutExtensions(value), at)
  const faults = [...(index === 0 ? [RETIREMENT_FIRST] : []), ...(read.ok ? [] : read.faults)]
  if (!read.ok || faults.length > 0) return { ok: false, faults }
  const { date = null, rationale } = read.value
  return entryRead({ kind: 'retirement', date, rationale, json: value })
}

const RETIREMENT_FIRST: PointedFault = {
  code: 'retirement-first',
  message: 'the first entry of a history must be a decision, not a retirement',
  hint: 'append the retirement behind the decision that it retires',
  pointer: pointerOf(['history', 0]),
}

function entryRead(entry: Entry, supersedes: readonly string[] = []): EntryReading {
  return { ok: true, value: { entry, supersedes } }
}

function decisionEntry(read: z.infer<typeof decisionEntrySchema>, json: JsonValue): Entry {
  const { date = null, title, rationale, check = null } = read
  return { kind: 'decision', date, title, rationale, check, json }
}

function no(code: PointedFault['code'], message: string, pointer: string, hint?: string): Reading<never> {
  return { ok: false, faults: [{ code, message, pointer, ...(hint === undefined ? {} : { hint }) }] }
}

/** The value without the keys that belong to others; at most `depthMax` objects and lists deep. */
function withoutExtensions(value: JsonValue, depthMax = Number.POSITIVE_INFINITY): JsonValue {
  if (depthMax === 0 || typeof value !== 'object' || value === null) return value
  if (isJsonList(value)) return value.map((item) => withoutExtensions(item, depthMax - 1))
  const members = Object.entries(value).filter(([key]) => !key.startsWith('x-'))
  return Object.fromEntries(members.map(([key, item]) => [key, withoutExtensions(item, depthMax - 1)]))
}
