/** Any JSON value. Objects come without a prototype's keys: `__proto__` is an ordinary key. */
export type JsonValue = null | boolean | number | string | readonly JsonValue[] | { readonly [key: string]: JsonValue }

export type JsonFaultCode = 'not-json' | 'duplicate-key' | 'too-deep' | 'inexact-number'

/** Whether the value is an object, neither null nor a list. */
export function isJsonObject(value: JsonValue | undefined): value is { readonly [key: string]: JsonValue } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function isJsonList(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value)
}
