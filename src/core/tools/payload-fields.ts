/** A JSON object of a payload: hostile, so only own keys are read and no value is trusted to have a type. */
export type PayloadObject = Readonly<Record<string, unknown>>

export function isPayloadObject(value: unknown): value is PayloadObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function readField(object: PayloadObject, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined
}

/** The text under the key, or null. */
export function readText(object: PayloadObject, key: string): string | null {
  const value = readField(object, key)
  return typeof value === 'string' ? value : null
}

/** The text under the key if it says anything, or null. */
export function readName(object: PayloadObject, key: string): string | null {
  const text = readText(object, key)
  return text === '' ? null : text
}

/** The object under the key, or an empty one. */
export function readObject(object: PayloadObject, key: string): PayloadObject {
  const value = readField(object, key)
  return isPayloadObject(value) ? value : {}
}

/** The list under the key, or an empty one. */
export function readList(object: PayloadObject, key: string): readonly unknown[] {
  const value = readField(object, key)
  return Array.isArray(value) ? value : []
}

export function isTrue(object: PayloadObject, key: string): boolean {
  return readField(object, key) === true
}

/** The first text under one of the keys, or null. */
export function readFirstText(object: PayloadObject, keys: readonly string[]): string | null {
  for (const key of keys) {
    const text = readText(object, key)
    if (text !== null) return text
  }
  return null
}
