import { isJsonList, type JsonValue } from './json-value.ts'

/** Equality of JSON values: the order of keys does not count, -0 equals 0. */
export function equalJson(a: JsonValue, b: JsonValue): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (isJsonList(a) || isJsonList(b)) return isJsonList(a) && isJsonList(b) && equalLists(a, b)
  const keys = Object.keys(a)
  if (keys.length !== Object.keys(b).length) return false
  return keys.every((key) => Object.hasOwn(b, key) && equalJson(a[key] as JsonValue, b[key] as JsonValue))
}

function equalLists(a: readonly JsonValue[], b: readonly JsonValue[]): boolean {
  return a.length === b.length && a.every((value, index) => equalJson(value, b[index] as JsonValue))
}
