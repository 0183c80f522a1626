import type { JsonValue } from '../codec/json-value.ts'
import { isJsonList } from '../codec/json-value.ts'
import type { Fault } from '../fault.ts'
import type { VerdictWord } from './quorum.ts'
import type { RecordCore } from './record.ts'
import { isClosed, type RecordKind } from './record-kind.ts'

export type ReviewCode = 'record-closed' | 'review-note-required' | 'record-schema-invalid'

/** What a reviewer says. */
export type Verdict = {
  readonly reviewer: string
  readonly verdict: VerdictWord
  readonly note: string | null
  /** The UTC day. */
  readonly on: string
  readonly session: string | null
}

type Reviewed = {
  readonly id: string
  readonly state: string | null
  readonly data: RecordCore
  readonly digest: string
}

/** Why a record takes no such verdict, in the order of records.md 8.4; null where it does. */
export function judgeReview(
  { id, state, data }: Reviewed,
  kind: RecordKind,
  { verdict, note, reviewer }: Verdict,
): Fault<ReviewCode> | null {
  if (isClosed(kind, state)) {
    return { code: 'record-closed', message: `${id} is ${state} and closed`, hint: 'a new record can supersede it' }
  }
  if (verdict === 'dissent' && (note === null || note.trim() === '')) {
    const message = `a dissent needs a reason: the dissent by ${reviewer} has no note`
    return { code: 'review-note-required', message, hint: '--note says why' }
  }
  const field = kind.reviews?.field ?? ''
  if (isJsonList(data[field])) return null
  return { code: 'record-schema-invalid', message: `${field} of ${id} is no list` }
}

/** The entry of a verdict, its fields in the order of records.md 8.4; it is bound to the text as it is now. */
export function verdictEntry(
  { reviewer, verdict, note, on, session }: Verdict,
  digest: string,
): { readonly [key: string]: JsonValue } {
  return {
    reviewer,
    verdict,
    ...(note === null ? {} : { note }),
    on,
    digest,
    ...(session === null ? {} : { session }),
  }
}
