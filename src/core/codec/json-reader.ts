import { pointerOf } from './json-pointer.ts'
import type { JsonFaultCode, JsonValue } from './json-value.ts'

/** Where a value stands in the text. `at` is the start of its key, or of the value itself in a list. */
export type Spot = { readonly at: number; readonly start: number; end: number; readonly children: Map<string, Spot> }

export type RawFault = {
  readonly code: JsonFaultCode
  readonly message: string
  readonly pointer: string
  readonly offset: number
}

export type ReaderOptions = {
  readonly depthMax: number
  readonly exact: boolean
  readonly spots: boolean
  /** Makes the value of a number from its text; without it numbers are doubles. What it returns is the caller's. */
  readonly readNumber?: (token: string) => unknown
}

type Members = { [key: string]: JsonValue }
type Frame =
  | { readonly kind: 'object'; readonly value: Members; key: string; keyAt: number; readonly spot: Spot | null }
  | { readonly kind: 'array'; readonly value: JsonValue[]; readonly spot: Spot | null }

const NUMBER = /-?(?:0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?/y
const HEX = /[0-9a-fA-F]{4}/y
const LONE_SURROGATE = /\p{Surrogate}/u
const ESCAPES: Readonly<Record<string, string>> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
}
const CHILDLESS = new Map<string, Spot>()
const LITERALS: readonly (readonly [string, JsonValue])[] = [
  ['true', true],
  ['false', false],
  ['null', null],
]

/**
 * Reads one JSON text in one pass without recursion. It stops at the first thing that is no JSON and goes on after
 * duplicate keys and inexact numbers, so that all of them are known. A method that returns null or false has put the
 * reason into `faults`.
 */
export class JsonReader {
  readonly faults: RawFault[] = []
  root: Spot | null = null
  private position = 0
  private readonly stack: Frame[] = []
  private readonly text: string
  private readonly options: ReaderOptions

  constructor(text: string, options: ReaderOptions) {
    this.text = text
    this.options = options
  }

  /** The value; what it returns counts only where `faults` stayed empty. */
  read(): JsonValue {
    if (this.text.charCodeAt(0) === 0xfeff) this.position = 1
    this.skipBlanks()
    for (;;) {
      const opened = this.openContainer()
      if (opened === 'failed') return null
      if (opened === 'opened') continue
      const value = opened === 'empty' ? this.close() : this.readScalar()
      if (value === undefined) return null
      const done = this.attach(value)
      if (done !== null) return done.value
    }
  }

  /** Enters an object or array and stands before its first value; `empty` is one that closes at once. */
  private openContainer(): 'opened' | 'empty' | 'none' | 'failed' {
    const opener = this.text[this.position]
    if (opener !== '{' && opener !== '[') return 'none'
    if (this.stack.length >= this.options.depthMax) {
      this.fail('too-deep', `more than ${this.options.depthMax} objects and arrays inside one another`)
      return 'failed'
    }
    const spot = this.openSpot(new Map())
    this.stack.push(
      opener === '{'
        ? { kind: 'object', value: Object.create(null) as Members, key: '', keyAt: 0, spot }
        : { kind: 'array', value: [], spot },
    )
    this.position += 1
    this.skipBlanks()
    if (this.text[this.position] === (opener === '{' ? '}' : ']')) return 'empty'
    if (opener === '[') return 'opened'
    return this.readKey('a key or "}"') ? 'opened' : 'failed'
  }

  /** Leaves the innermost container at its closing bracket. */
  private close(): JsonValue {
    const frame = this.stack.pop() as Frame
    this.position += 1
    if (frame.spot !== null) frame.spot.end = this.position
    return frame.value
  }

  /** Puts a finished value where it belongs and moves to the next one; a result ends the reading. */
  private attach(finished: JsonValue): { readonly value: JsonValue } | null {
    let value = finished
    for (;;) {
      const frame = this.stack.at(-1)
      this.skipBlanks()
      if (frame === undefined) return this.atEnd(value)
      if (frame.kind === 'object') frame.value[frame.key] = value
      else frame.value.push(value)
      const next = this.text[this.position]
      const closer = frame.kind === 'object' ? '}' : ']'
      if (next === ',') return this.afterComma(frame)
      if (next !== closer) {
        this.unexpected(`"," or "${closer}"`)
        return { value: null }
      }
      value = this.close()
    }
  }

  private atEnd(value: JsonValue): { readonly value: JsonValue } {
    if (this.position < this.text.length) this.unexpected('the end of the text')
    return { value }
  }

  private afterComma(frame: Frame): { readonly value: JsonValue } | null {
    this.position += 1
    this.skipBlanks()
    if (frame.kind === 'array' || this.readKey('a key')) return null
    return { value: null }
  }

  private readKey(expected: string): boolean {
    const frame = this.stack.at(-1)
    const keyAt = this.position
    if (frame?.kind !== 'object' || this.text[keyAt] !== '"') {
      this.unexpected(expected)
      return false
    }
    const key = this.readString()
    if (key === undefined) return false
    frame.key = key
    frame.keyAt = keyAt
    if (key in frame.value) {
      this.fail('duplicate-key', `the key ${JSON.stringify(key)} stands more than once in one object`, keyAt)
    }
    this.skipBlanks()
    if (this.text[this.position] !== ':') {
      this.unexpected('":"')
      return false
    }
    this.position += 1
    this.skipBlanks()
    return true
  }

  private readScalar(): JsonValue | undefined {
    const spot = this.openSpot(CHILDLESS)
    const value = this.readScalarText()
    if (spot !== null) spot.end = this.position
    return value
  }

  private readScalarText(): JsonValue | undefined {
    if (this.text[this.position] === '"') return this.readString()
    for (const [word, value] of LITERALS) {
      if (!this.text.startsWith(word, this.position)) continue
      this.position += word.length
      return value
    }
    return this.readNumber()
  }

  private readNumber(): number | undefined {
    NUMBER.lastIndex = this.position
    const found = NUMBER.exec(this.text)
    if (found === null) {
      this.unexpected('a value')
      return undefined
    }
    const [token, fraction, exponent] = found
    const value = Number(token)
    const whole = fraction === undefined && exponent === undefined
    if (!Number.isFinite(value) || (this.options.exact && whole && !isExact(token, value))) {
      this.fail('inexact-number', `the number ${shorten(token)} cannot be held exactly`)
    }
    this.position += token.length
    // The one who asked for another kind of number gives the tree its type (token-json.ts).
    return (this.options.readNumber?.(token) as number | undefined) ?? value
  }

  private readString(): string | undefined {
    const start = this.position
    let result = ''
    let from = start + 1
    for (let at = from; ; at += 1) {
      const code = this.text.charCodeAt(at)
      if (code === 0x22) {
        result += this.text.slice(from, at)
        this.position = at + 1
        break
      }
      if (code === 0x5c) {
        const piece = this.readEscape(at)
        if (piece === undefined) return undefined
        result += this.text.slice(from, at) + piece.text
        from = piece.end
        at = piece.end - 1
      } else if (!(code >= 0x20)) {
        this.position = at
        this.unexpected('the rest of a string')
        return undefined
      }
    }
    if (!LONE_SURROGATE.test(result)) return result
    this.fail('not-json', 'a string holds half a surrogate pair, which is no character', start)
    return undefined
  }

  private readEscape(at: number): { readonly text: string; readonly end: number } | undefined {
    const letter = this.text[at + 1] ?? ''
    const simple = Object.hasOwn(ESCAPES, letter) ? ESCAPES[letter] : undefined
    if (simple !== undefined) return { text: simple, end: at + 2 }
    HEX.lastIndex = at + 2
    const hex = letter === 'u' ? HEX.exec(this.text) : null
    if (hex !== null) return { text: String.fromCharCode(Number.parseInt(hex[0], 16)), end: at + 6 }
    this.fail('not-json', 'an escape in a string that JSON does not have', at)
    return undefined
  }

  private openSpot(children: Map<string, Spot>): Spot | null {
    if (!this.options.spots) return null
    const frame = this.stack.at(-1)
    const at = frame?.kind === 'object' ? frame.keyAt : this.position
    const spot: Spot = { at, start: this.position, end: this.position, children }
    if (frame === undefined) this.root = spot
    else frame.spot?.children.set(frame.kind === 'object' ? frame.key : String(frame.value.length), spot)
    return spot
  }

  private skipBlanks(): void {
    for (;;) {
      const code = this.text.charCodeAt(this.position)
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return
      this.position += 1
    }
  }

  private unexpected(expected: string): void {
    const codePoint = this.text.codePointAt(this.position)
    const found = codePoint === undefined ? 'the text ends' : JSON.stringify(String.fromCodePoint(codePoint))
    this.fail('not-json', `no valid JSON: ${found} where ${expected} should stand`)
  }

  private fail(code: JsonFaultCode, message: string, offset = this.position): void {
    const path = this.stack.map((frame) => (frame.kind === 'object' ? frame.key : frame.value.length))
    // What is wrong with the text itself stands at a line, not at a value.
    this.faults.push({ code, message, pointer: code === 'not-json' ? '' : pointerOf(path), offset })
  }
}

/** Whole numbers up to 2^53 always are; a finite double has at most 309 digits, so the comparison is cheap. */
function isExact(token: string, value: number): boolean {
  return Number.isSafeInteger(value) || BigInt(token) === BigInt(value)
}

function shorten(token: string): string {
  return token.length <= 40 ? token : `${token.slice(0, 37)}...`
}
