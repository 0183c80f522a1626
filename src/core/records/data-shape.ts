import { isJsonList, isJsonObject, type JsonValue } from '../codec/json-value.ts'

export type DataPath = readonly (string | number)[]
/** One thing wrong with a value: where it stands, and what was expected there. */
export type ShapeIssue = { readonly path: DataPath; readonly why: string }
/** Looks at a hostile value and says everything that is wrong with it. */
export type Shape = (value: JsonValue, path: DataPath) => readonly ShapeIssue[]

type Fields = Readonly<Record<string, Shape>>

export function shapeOf(test: (value: JsonValue) => boolean, why: string): Shape {
  return (value, path) => (test(value) ? [] : [{ path, why }])
}

export const anything: Shape = () => []
export const nonEmptyText = shapeOf((value) => typeof value === 'string' && value !== '', 'must be a non-empty text')
export const trueOrFalse = shapeOf((value) => typeof value === 'boolean', 'must be true or false')
export const countFromZero = shapeOf(isCount, 'must be a whole number from 0')

export function matching(pattern: RegExp): Shape {
  return shapeOf((value) => typeof value === 'string' && pattern.test(value), `must be a text like ${pattern.source}`)
}

export function oneOf(...values: readonly (string | number)[]): Shape {
  const names = values.map((value) => JSON.stringify(value)).join(' or ')
  return shapeOf((value) => values.some((allowed) => allowed === value), `must be ${names}`)
}

export function listOf(item: Shape, itemsMin = 0): Shape {
  return (value, path) => {
    if (!isJsonList(value)) return [{ path, why: 'must be a list' }]
    if (value.length < itemsMin) return [{ path, why: `must hold at least ${itemsMin}` }]
    return value.flatMap((entry, index) => item(entry, [...path, index]))
  }
}

export function mapOf(key: RegExp, item: Shape): Shape {
  return (value, path) => {
    if (!isJsonObject(value)) return [{ path, why: 'must be an object' }]
    return Object.entries(value).flatMap(([name, entry]) =>
      key.test(name) ? item(entry, [...path, name]) : [{ path: [...path, name], why: `must be named ${key.source}` }],
    )
  }
}

/** An object of known fields; `others` says which unknown ones are taken as they are. */
export function objectOf(
  fields: { readonly required?: Fields; readonly optional?: Fields },
  others: (key: string) => boolean = () => false,
): Shape {
  const required = new Map(Object.entries(fields.required ?? {}))
  const known = new Map([...required, ...Object.entries(fields.optional ?? {})])
  return (value, path) => {
    if (!isJsonObject(value)) return [{ path, why: 'must be an object' }]
    const missing = [...required.keys()].filter((key) => !Object.hasOwn(value, key))
    const unknown = Object.keys(value).filter((key) => !known.has(key) && !others(key))
    return [
      ...missing.map((key) => ({ path: [...path, key], why: 'is required' })),
      ...unknown.map((key) => ({ path: [...path, key], why: 'is no known key' })),
      ...Object.entries(value).flatMap(([key, entry]) => known.get(key)?.(entry, [...path, key]) ?? []),
    ]
  }
}

function isCount(value: JsonValue): boolean {
  return Number.isSafeInteger(value) && Number(value) >= 0
}
