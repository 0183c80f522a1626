import { equalJson } from '../codec/equal-json.ts'
import { isJsonList, isJsonObject, type JsonValue } from '../codec/json-value.ts'

type Entry = JsonValue | undefined

const ANSWERS = ['addressed_by', 'withdrawn_on']

/**
 * Whether an amendment leaves a list of reviews as it may: the same entries, of which a dissent without an answer may get
 * one (records-ours.md, Verbs). Verdicts are added by `review`, and taken away by nobody.
 */
export function isAnsweredOnly(before: Entry, after: Entry): boolean {
  if (!isJsonList(before) || !isJsonList(after))
    return before !== undefined && after !== undefined && equalJson(before, after)
  return before.length === after.length && before.every((entry, at) => isSameOrAnswered(entry, after[at]))
}

/**
 * Whether the list of an earlier version is still the beginning of today's, its dissents answered or not
 * (records-ours.md d, `record-reviews-rewritten`).
 */
export function isGrownFrom(before: Entry, after: Entry): boolean {
  if (!isJsonList(before)) return true
  return isJsonList(after) && before.every((entry, at) => isSameOrGained(entry, after[at]))
}

function isSameOrAnswered(before: JsonValue, after: Entry): boolean {
  if (after === undefined) return false
  if (equalJson(before, after)) return true
  const isOpen =
    isJsonObject(before) && before['verdict'] === 'dissent' && ANSWERS.every((key) => isAbsent(before, key))
  return isOpen && isSameOrGained(before, after)
}

function isSameOrGained(before: JsonValue, after: Entry): boolean {
  if (!isJsonObject(before) || !isJsonObject(after)) return after !== undefined && equalJson(before, after)
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].every((key) => {
    if (ANSWERS.includes(key) && isAbsent(before, key)) return true
    const [one, other] = [before[key], after[key]]
    return one !== undefined && other !== undefined && equalJson(one, other)
  })
}

function isAbsent(entry: { readonly [key: string]: JsonValue }, key: string): boolean {
  return (entry[key] ?? null) === null
}
