import { isJsonList, isJsonObject, type JsonValue } from '../codec/json-value.ts'
import type { RecordCore } from './record-text-types.ts'

const BARE_KEY = /^[A-Za-z_][A-Za-z0-9_-]*$/
/** Bare words that YAML readers take for no text; in any letter case, since `True:` would come back as `true`. */
const WORDS = /^(?:true|false|null)$/i

/** What a schema says of the order of fields. */
export type FieldOrder = { readonly required?: readonly string[]; readonly properties?: readonly string[] }

/**
 * The front matter lines of a record, without the two `---` and without a final newline (records.md 6.4): texts in
 * double quotes with JSON's escapes, blocks indented by two. The parser reads back what was given.
 */
export function renderFields(core: RecordCore): string {
  return membersOf(core, '').join('\n')
}

/** A new record: fields, then the title as a heading where there is one. */
export function renderRecord(core: RecordCore, title: JsonValue | undefined): string {
  const heading = typeof title === 'string' && title !== '' ? `\n# ${title.replace(/[\r\n]+/g, ' ')}\n` : ''
  return layOut(core, heading)
}

/** A whole record text from fields and body. */
export function layOut(core: RecordCore, body: string): string {
  return `---\n${renderFields(core)}\n---\n${body}`
}

/** The fields in the order of a schema: what it requires, then what else it names, then the rest as given. */
export function orderFields(core: RecordCore, { required = [], properties = [] }: FieldOrder): RecordCore {
  const names = new Set([...required, ...properties, ...Object.keys(core)])
  const ordered: { [field: string]: JsonValue } = Object.create(null)
  for (const name of names) if (Object.hasOwn(core, name)) ordered[name] = core[name] as JsonValue
  return ordered
}

function membersOf(object: RecordCore, indent: string): string[] {
  return Object.keys(object).flatMap((key) => {
    const value = object[key] as JsonValue
    const name = `${indent}${BARE_KEY.test(key) && !WORDS.test(key) ? key : JSON.stringify(key)}:`
    return isBlock(value) ? [name, ...blockOf(value, `${indent}  `)] : [`${name} ${inlineOf(value)}`]
  })
}

function elementsOf(list: readonly JsonValue[], indent: string): string[] {
  return list.flatMap((element) => {
    if (!isBlock(element)) return [`${indent}- ${inlineOf(element)}`]
    const inner = blockOf(element, `${indent}  `)
    if (isJsonList(element)) return [`${indent}-`, ...inner]
    return [`${indent}- ${(inner[0] as string).trimStart()}`, ...inner.slice(1)]
  })
}

function blockOf(value: JsonValue, indent: string): string[] {
  if (isJsonList(value)) return elementsOf(value, indent)
  return isJsonObject(value) ? membersOf(value, indent) : []
}

function isBlock(value: JsonValue): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length > 0
}

function inlineOf(value: JsonValue): string {
  if (isJsonList(value)) return '[]'
  return isJsonObject(value) ? '{}' : JSON.stringify(value)
}
