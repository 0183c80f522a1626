import type { JsonValue } from '../codec/json-value.ts'
import type { RecordCore } from './record-text-types.ts'

type Members = { [key: string]: JsonValue }

const KEY = /([A-Za-z_][A-Za-z0-9_-]*):([ \n])/y
const WORDS = /^(?:true|false|null|__proto__)$/i
const NUMBER = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/
/** Texts without quotes that are no number, no word and hold no sign that YAML knows. */
const PLAIN = /^(?:[A-Za-z](?:[A-Za-z0-9 _.,/()@+-]*[A-Za-z0-9_.,/()@+-])?|[0-9]{4}-[0-9]{2}-[0-9]{2})$/
const PLAIN_WORDS = /^(?:true|false|null)$/i
const STRANGE = /[^\n\x20-\x7e\xa0-\ud7ff\ue000-\ufefe\uff00-\ufffd]/
const LONE_SURROGATE = /\p{Surrogate}/u
const DEPTH_MAX = 32
const INDENT = 2

/**
 * An object without any inherited name. `Object.create(null)` is one too, and a hash table of its own: three times the
 * memory, and slow to check ten thousand times.
 */
const Bare = function Bare() {} as unknown as new () => Members
Bare.prototype = Object.freeze(Object.create(null))

/**
 * Reads fields that are laid out as our writer does it (and little more: plain words and dates), many times faster
 * than a whole YAML reader. Null for all else, faults too: then the whole reader judges. What it does read, the whole
 * reader accepts with the same value (a test at random holds them together), whatever the digest fields are: every
 * line at column 0 is one bare key.
 */
export function readPlainLayout(fields: string): RecordCore | null {
  const reader = new PlainReader(fields)
  const core = reader.readMap(0, 0)
  return core !== undefined && reader.at === fields.length ? core : null
}

class PlainReader {
  at = 0
  private readonly text: string

  constructor(text: string) {
    this.text = text
  }

  /** Reads the map whose first key stands at `this.at`, the others behind `indent` blanks each. */
  readMap(indent: number, depth: number): Members | undefined {
    if (depth > DEPTH_MAX) return undefined
    const members = new Bare()
    do {
      KEY.lastIndex = this.at
      const found = KEY.exec(this.text)
      if (found === null) return undefined
      const key = found[1] as string
      if (key in members || WORDS.test(key)) return undefined
      this.at = KEY.lastIndex
      const value = found[2] === ' ' ? this.readInline() : this.readBlock(indent + INDENT, depth + 1)
      if (value === undefined) return undefined
      members[key] = value
    } while (this.enterLine(indent))
    return members
  }

  private readBlock(indent: number, depth: number): JsonValue | undefined {
    if (!this.enterLine(indent)) return undefined
    const list = this.text.startsWith('- ', this.at)
    return list ? this.readList(indent, depth) : this.readMap(indent, depth)
  }

  private readList(indent: number, depth: number): JsonValue[] | undefined {
    if (depth > DEPTH_MAX) return undefined
    const elements: JsonValue[] = []
    do {
      if (!this.text.startsWith('- ', this.at)) return undefined
      this.at += INDENT
      KEY.lastIndex = this.at
      const element = KEY.test(this.text) ? this.readMap(indent + INDENT, depth + 1) : this.readInline()
      if (element === undefined) return undefined
      elements.push(element)
    } while (this.enterLine(indent))
    return elements
  }

  /** Moves behind the blanks of a line that is indented by exactly so many; stays where it is indented by fewer. */
  private enterLine(indent: number): boolean {
    let at = this.at
    while (this.text[at] === ' ') at += 1
    if (at - this.at !== indent || at === this.text.length) return false
    this.at = at
    return true
  }

  /** Reads what stands up to the end of the line. */
  private readInline(): JsonValue | undefined {
    const end = this.text.indexOf('\n', this.at)
    const token = this.text.slice(this.at, end)
    this.at = end + 1
    if (token[0] === '"') return readQuoted(token)
    if (token === 'null') return null
    if (token === 'true') return true
    if (token === 'false') return false
    if (token === '[]') return []
    if (token === '{}') return new Bare()
    if (PLAIN.test(token)) return PLAIN_WORDS.test(token) ? undefined : token
    if (!NUMBER.test(token)) return undefined
    const number = Number(token)
    return Number.isSafeInteger(number) || (Number.isFinite(number) && !/^-?[0-9]+$/.test(token)) ? number : undefined
  }
}

function readQuoted(token: string): string | undefined {
  const end = token.indexOf('"', 1)
  if (STRANGE.test(token)) return undefined
  const inner = token.slice(1, -1)
  if (!inner.includes('\\')) return end === token.length - 1 ? inner : undefined
  try {
    const value: unknown = JSON.parse(token)
    return typeof value === 'string' && !LONE_SURROGATE.test(value) ? value : undefined
  } catch {
    return undefined
  }
}
