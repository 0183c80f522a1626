/** The ssh namespaces of the two signatures that a record may hold (records.md 14.4, 14.5). */
export const VERDICT_NAMESPACE = 'chant-review'
export const AUTHOR_NAMESPACE = 'chant-record'

export type SignedVerdict = {
  readonly record: string
  readonly digest: string
  readonly verdict: string
  readonly reviewer: string
  readonly on: string
}

export type SignedRecord = {
  readonly record: string
  readonly digest: string
  readonly author: string
  /** Null in kinds without states. */
  readonly state: string | null
}

/** The text that the signature of a verdict covers: what was judged, how, by whom and when. No final newline. */
export function verdictPayload({ record, digest, verdict, reviewer, on }: SignedVerdict): string {
  return [record, digest, verdict, reviewer, on].join('\n')
}

/** The text that the author's signature of a record covers. No final newline. */
export function authorPayload({ record, digest, author, state }: SignedRecord): string {
  return [record, digest, author, state ?? ''].join('\n')
}
