import type { Fault, Parsed } from '../fault.ts'
import { pointerOf, unescapePointer } from './json-pointer.ts'
import { JsonReader, type Spot } from './json-reader.ts'
import type { JsonFaultCode, JsonValue } from './json-value.ts'
import { LineIndex } from './line-index.ts'

export { isJsonObject, type JsonValue } from './json-value.ts'

export type JsonDocument = {
  readonly value: JsonValue
  /** The line of the key (or of the element) that the pointer names, null where there is none. */
  place(pointer: string): { readonly line: number } | null
  /** Offsets [start, end) of the value that the pointer names, null where there is none. */
  span(pointer: string): readonly [number, number] | null
  /** Offsets [start, end) of a top-level member, from its name to the end of its value; null where there is none. */
  member(key: string): { readonly start: number; readonly end: number } | null
}

export type JsonOptions = {
  readonly file: string
  /** Containers inside one another; default 64. */
  readonly depthMax?: number
  /** `exact` (default) refuses whole numbers that a double cannot hold; `rounded` takes the nearest double. */
  readonly numbers?: 'exact' | 'rounded'
}

/**
 * Reads one strict JSON text (RFC 8259) in linear time. One byte order mark is passed over. Refused, all of them at
 * once: keys that stand twice in one object at any depth, and numbers that would change by being read (see
 * `JsonOptions.numbers`; one that overflows always). A string with half a surrogate pair is no JSON here: such a text
 * has no UTF-8 form, so it could not be written back or hashed.
 */
export function parseJson(text: string, options: JsonOptions): Parsed<JsonDocument, JsonFaultCode> {
  const limits = { depthMax: options.depthMax ?? 64, exact: options.numbers !== 'rounded' }
  const reader = new JsonReader(text, { ...limits, spots: false })
  const value = reader.read()
  if (reader.faults.length === 0) return { ok: true, value: new Document(text, value, limits) }
  const lines = new LineIndex(text)
  const faults = reader.faults.map(({ code, message, pointer, offset }): Fault<JsonFaultCode> => {
    return { code, message, at: { file: options.file, pointer, line: lines.lineAt(offset) } }
  })
  return { ok: false, faults }
}

/** Places are looked up by a second reading, made when the first one is asked for. */
class Document implements JsonDocument {
  readonly value: JsonValue
  private readonly text: string
  private readonly limits: { readonly depthMax: number; readonly exact: boolean }
  private readonly lines: LineIndex
  private root: Spot | null = null

  constructor(text: string, value: JsonValue, limits: { readonly depthMax: number; readonly exact: boolean }) {
    this.text = text
    this.value = value
    this.limits = limits
    this.lines = new LineIndex(text)
  }

  place(pointer: string): { readonly line: number } | null {
    const spot = this.find(pointer)
    return spot === null ? null : { line: this.lines.lineAt(spot.at) }
  }

  span(pointer: string): readonly [number, number] | null {
    const spot = this.find(pointer)
    return spot === null ? null : [spot.start, spot.end]
  }

  member(key: string): { readonly start: number; readonly end: number } | null {
    const spot = this.find(pointerOf([key]))
    return spot === null ? null : { start: spot.at, end: spot.end }
  }

  private find(pointer: string): Spot | null {
    if (this.root === null) {
      const reader = new JsonReader(this.text, { ...this.limits, spots: true })
      reader.read()
      this.root = reader.root
    }
    let spot = this.root
    if (pointer === '') return spot
    for (const token of pointer.slice(1).split('/')) spot = spot?.children.get(unescapePointer(token)) ?? null
    return spot
  }
}
