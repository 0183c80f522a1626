import type { Fault } from '../fault.ts'
import type { Quorum } from './quorum.ts'
import { type RecordKind, rankOf } from './record-kind.ts'
import type { TrustAtBase } from './trust-policy.ts'

type Move = {
  readonly kind: Pick<RecordKind, 'approval' | 'reviews' | 'states'>
  /** Null for a new record. */
  readonly from: string | null
  readonly to: string | null
  /** The highest rank among the records that this one names as superseded, 0 for none. */
  readonly supersededRank: number
}

/**
 * Whether a record may enter a state only with its quorum: the ratified one, and any other state of the same rank while
 * the record names one of that rank as superseded. Else one person could retire what a quorum ratified (records-ours.md c).
 */
export function needsQuorum({ kind, from, to, supersededRank }: Move): boolean {
  const ratified = kind.reviews?.ratified ?? null
  if (ratified === null || to === from) return false
  if (to === ratified) return true
  const rank = rankOf(kind, ratified)
  return rank > 0 && rankOf(kind, to) >= rank && supersededRank >= rank
}

/**
 * Why a record cannot be ratified yet; null where its quorum is met. Under a broken trust policy nothing is ratified, not
 * even with a need of 0.
 */
export function ratifyRefusal(
  id: string,
  quorum: Quorum,
  { signing, problems }: Pick<TrustAtBase, 'signing' | 'problems'>,
): Fault<'ratify-quorum-not-met'> | null {
  if (signing === 'broken') {
    const message = `${id} can't be ratified: the trust policy at base cannot be used (${problems.join('; ')})`
    return { code: 'ratify-quorum-not-met', message, hint: 'mend it at base first' }
  }
  if (quorum.met) return null
  const uncounted = quorum.notCounted.map(({ principal, reason }) => `${principal}, ${reason.code}`).join('; ')
  const left = uncounted === '' ? '' : ` (not counted: ${uncounted})`
  const message = `${id} can't be ratified yet: its quorum needs ${quorum.need} agreeing verdicts that count, and it has ${quorum.agreed}${left}`
  return { code: 'ratify-quorum-not-met', message }
}
