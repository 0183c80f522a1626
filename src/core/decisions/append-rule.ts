import { equalJson } from '../codec/equal-json.ts'
import { isJsonObject, type JsonValue } from '../codec/json-value.ts'
import type { Decision, Entry } from './decision.ts'

export type HistoryChange =
  | { readonly kind: 'same' }
  /** `from` is the index of the first new entry. */
  | { readonly kind: 'appended'; readonly from: number }
  /** `entry` is the index of the first entry that is not as it was; `what` says how, in a few words. */
  | { readonly kind: 'broken'; readonly entry: number; readonly what: string }

/**
 * The append rule: whether `after` is `before` with nothing but new entries behind it. Entries are compared as JSON
 * values, so the order of keys, white space and line ends do not count, and keys starting with `x-` do. Only where a
 * version 1 record became a history are its own `x-` keys free to go: they stood beside the entry, not in it.
 */
export function compareHistories(before: Decision, after: Decision): HistoryChange {
  if (before.id !== after.id) return { kind: 'broken', entry: 0, what: `id changed from ${before.id} to ${after.id}` }
  const converted = before.version !== after.version
  for (const [index, entry] of before.history.entries()) {
    const now = after.history[index]
    if (now === undefined) return { kind: 'broken', entry: index, what: removal(before.history.length - index) }
    const [old, next] = converted ? [withoutOwnExtensions(entry), withoutOwnExtensions(now)] : [entry.json, now.json]
    if (!equalJson(old, next)) return { kind: 'broken', entry: index, what: describeChange(old, next) }
  }
  const from = before.history.length
  return after.history.length > from ? { kind: 'appended', from } : { kind: 'same' }
}

function removal(count: number): string {
  return count === 1 ? 'entry removed' : `${count} entries removed`
}

function withoutOwnExtensions({ json }: Entry): JsonValue {
  if (!isJsonObject(json)) return json
  return Object.fromEntries(Object.entries(json).filter(([key]) => !key.startsWith('x-')))
}

/** The keys that differ, such as `title changed, check removed`. */
function describeChange(before: JsonValue, after: JsonValue): string {
  if (!isJsonObject(before) || !isJsonObject(after)) return 'entry changed'
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return keys.flatMap((key) => keyChange(key, before, after)).join(', ')
}

function keyChange(key: string, before: { readonly [key: string]: JsonValue }, after: typeof before): string[] {
  if (!Object.hasOwn(after, key)) return [`${key} removed`]
  if (!Object.hasOwn(before, key)) return [`${key} added`]
  return equalJson(before[key] as JsonValue, after[key] as JsonValue) ? [] : [`${key} changed`]
}
