import type { JsonValue } from '../codec/json-value.ts'

/** The ssh namespaces of the two signatures that a record may hold (records.md 14.4, 14.5). */
export const SEAL_NAMESPACES = { verdict: 'chant-review', author: 'chant-record' } as const

/** What a file says of itself is not text until it was looked at. */
type Covered = JsonValue | undefined

/**
 * The text that the signature of a verdict covers: what was judged, how, by whom as written, and when. No final
 * newline. Null where one of them is no text: then no signature can hold.
 */
export function verdictPayload(verdict: {
  readonly record: Covered
  readonly digest: Covered
  readonly verdict: Covered
  readonly reviewer: Covered
  readonly on: Covered
}): string | null {
  return joined([verdict.record, verdict.digest, verdict.verdict, verdict.reviewer, verdict.on])
}

/** The text that the author's signature of a record covers; `state` is null in kinds without states. */
export function authorPayload(record: {
  readonly record: Covered
  readonly digest: Covered
  readonly author: Covered
  readonly state: Covered
}): string | null {
  return joined([record.record, record.digest, record.author, record.state === null ? '' : record.state])
}

function joined(values: readonly Covered[]): string | null {
  return values.every((value) => typeof value === 'string') ? values.join('\n') : null
}
