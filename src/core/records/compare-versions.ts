import type { Fault } from '../fault.ts'
import { changedFields } from './merge-fields.ts'
import type { ReviewedRecord } from './record.ts'
import type { Reason } from './record-codes.ts'
import { isClosed, type RecordKind } from './record-kind.ts'
import { isGrownFrom } from './review-changes.ts'

export type RecordVersion = Pick<ReviewedRecord, 'state' | 'data' | 'body'>

type Versions = { readonly earlier: RecordVersion; readonly now: RecordVersion }

/**
 * What a record's present text did to an earlier one, at base or in a commit before (records-ours.md d); null stands for
 * a file that is gone. A closed record stays closed, keeps every value and byte of its body, and only grows reviews
 * while it is open. An earlier text that does not parse proves nothing.
 */
export function compareVersions(
  { earlier, now }: { readonly earlier: RecordVersion; readonly now: RecordVersion | null },
  kind: RecordKind,
): readonly Reason[] {
  if (now !== null)
    return [
      ...reopened({ earlier, now }, kind),
      ...rewritten({ earlier, now }, kind),
      ...reviews({ earlier, now }, kind),
    ]
  if (!isClosed(kind, earlier.state)) return []
  return [{ code: 'record-deleted', message: `the record was ${earlier.state}, and its file is gone` }]
}

function reopened({ earlier, now }: Versions, kind: RecordKind): readonly Reason[] {
  if (!isClosed(kind, earlier.state) || now.data === null || isClosed(kind, now.state)) return []
  return [{ code: 'record-reopened', message: `the record was ${earlier.state} and is ${now.state} now` }]
}

function rewritten({ earlier, now }: Versions, kind: RecordKind): readonly Reason[] {
  if (!isClosed(kind, earlier.state) || earlier.data === null) return []
  const fields = now.data === null ? ['all of it'] : fieldsRewritten({ earlier, now }, kind)
  const places = [...fields, ...(now.data !== null && earlier.body !== now.body ? ['the body'] : [])]
  if (places.length === 0) return []
  return [
    {
      code: 'record-rewritten',
      message: `the record was ${earlier.state}, and changed after that: ${places.join(', ')}`,
    },
  ]
}

/** A state that opens the record and a seal that is gone have codes of their own. */
function fieldsRewritten({ earlier, now }: Versions, kind: RecordKind): readonly string[] {
  if (earlier.data === null || now.data === null) return []
  const changed = changedFields({ before: earlier.data, after: now.data })
  const isReopened = !isClosed(kind, now.state)
  const lostSeal = kind.seal !== null && typeof now.data[kind.seal] !== 'string'
  return changed.filter((field) => !(isReopened && field === kind.states?.field) && !(lostSeal && field === kind.seal))
}

function reviews({ earlier, now }: Versions, kind: RecordKind): readonly Reason[] {
  const field = kind.reviews?.field
  if (field === undefined || earlier.data === null || now.data === null) return []
  if (isGrownFrom(earlier.data[field], now.data[field])) return []
  return [{ code: 'record-reviews-rewritten', message: `verdicts in ${field} were changed or taken away` }]
}

/** The need of 0, by which everything is ratified at once; a finding of the check (records-ours.md b). */
export function quorumZero(need: number): Fault<'quorum-zero'> | null {
  if (need > 0) return null
  return { code: 'quorum-zero', message: 'the quorum is 0: a decision is ratified without any verdict' }
}
