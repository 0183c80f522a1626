import type { JsonValue } from '../codec/json-value.ts'

/** The ssh namespaces of the two signatures that a record may hold. */
export const SEAL_NAMESPACES = { verdict: 'chant-review', author: 'chant-record' } as const

type Value = JsonValue | undefined

/** The text that the seal of a verdict signs (records.md 14.4); null where a covered value is missing.
 * The values are those of the file: hostile. */
export function verdictSealText(verdict: {
  readonly record: Value
  readonly digest: Value
  readonly verdict: Value
  readonly reviewer: Value
  readonly on: Value
}): string | null {
  return join([verdict.record, verdict.digest, verdict.verdict, verdict.reviewer, verdict.on])
}

/** The text that the author's seal signs (records.md 14.5). A record without a state signs an empty last line. */
export function authorSealText(record: {
  readonly record: Value
  readonly digest: Value
  readonly author: Value
  readonly state: Value
}): string | null {
  return join([record.record, record.digest, record.author, record.state ?? ''])
}

/** A value with a line feed in it could pass for two: such a text is not signed and not accepted. */
function join(values: readonly Value[]): string | null {
  return values.every((value) => typeof value === 'string' && !value.includes('\n')) ? values.join('\n') : null
}
