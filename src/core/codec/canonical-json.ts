import { isJsonList, type JsonValue } from './json-value.ts'

const LONE_SURROGATE = /\p{Surrogate}/u

/**
 * The canonical text of RFC 8785. Values out of `parseJson` never make it throw; a number that is not finite, a lone
 * surrogate or something that is no JSON value does.
 */
export function canonicalJson(value: JsonValue): string {
  if (value === null || typeof value === 'boolean') return String(value)
  if (typeof value === 'string') return canonicalString(value)
  if (typeof value === 'number') return canonicalNumber(value)
  if (typeof value !== 'object') throw new TypeError(`no JSON value: ${typeof value}`)
  if (isJsonList(value)) return `[${Array.from(value, canonicalJson).join(',')}]`
  // The default order compares UTF-16 code units, as the RFC wants it.
  const members = Object.keys(value)
    .sort()
    .map((key) => `${canonicalString(key)}:${canonicalJson(value[key] as JsonValue)}`)
  return `{${members.join(',')}}`
}

function canonicalNumber(value: number): string {
  if (!Number.isFinite(value)) throw new TypeError(`no JSON number: ${value}`)
  return JSON.stringify(value)
}

function canonicalString(value: string): string {
  const text = JSON.stringify(value)
  // Half a pair is written as an escape, and nothing else is that begins so but a backslash before "ud".
  if (text.includes('\\ud') && LONE_SURROGATE.test(value)) {
    throw new TypeError('a string with a lone surrogate has no canonical form')
  }
  return text
}
