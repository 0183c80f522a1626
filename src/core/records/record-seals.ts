import { isJsonList, isJsonObject } from '../codec/json-value.ts'
import { type Attestation, planSealCheck, type SealStep } from './check-seal.ts'
import { judgeQuorum, type Quorum } from './quorum.ts'
import type { QuorumNeed } from './quorum-need.ts'
import type { ReviewedRecord } from './record.ts'
import type { RecordKind } from './record-kind.ts'
import { authorSealText, SEAL_NAMESPACES, verdictSealText } from './seal-text.ts'
import type { TrustAtBase } from './trust-policy.ts'

type Record = Pick<ReviewedRecord, 'id' | 'state' | 'data' | 'digest'>

/** What there is to check of the seals of a record's verdicts, by place in the list; entries without a seal are left out. */
export function planVerdictSeals(record: Record, kind: RecordKind, trust: TrustAtBase): ReadonlyMap<number, SealStep> {
  const reviews = kind.reviews === null ? undefined : record.data?.[kind.reviews.field]
  const steps = new Map<number, SealStep>()
  for (const [index, entry] of (isJsonList(reviews) ? reviews : []).entries()) {
    if (!isJsonObject(entry) || (entry['seal'] ?? null) === null) continue
    const { reviewer, digest, verdict, on, seal } = entry
    const payload = verdictSealText({ record: record.id, digest, verdict, reviewer, on })
    const principal = typeof reviewer === 'string' ? reviewer : null
    steps.set(index, planSealCheck({ seal, principal, payload, namespace: SEAL_NAMESPACES.verdict, trust }))
  }
  return steps
}

/** What there is to check of the author's seal; null for a kind without reviews, and for what does not parse. */
export function planAuthorSeal(
  { id, state, data, digest }: Record,
  kind: RecordKind,
  trust: TrustAtBase,
): SealStep | null {
  if (kind.reviews === null || data === null) return null
  const author = data[kind.reviews.decider]
  const payload = authorSealText({ record: id, digest, author, state })
  const principal = typeof author === 'string' ? author : null
  return planSealCheck({ seal: data['seal'], principal, payload, namespace: SEAL_NAMESPACES.author, trust })
}

/** The quorum of a record; null for a kind without reviews, and for what does not parse (records.md 13). */
export function quorumOf(
  { data, digest }: Record,
  kind: RecordKind,
  by: QuorumNeed & { readonly trust: TrustAtBase; readonly attestations: ReadonlyMap<number, Attestation> },
): Quorum | null {
  if (kind.reviews === null || data === null) return null
  const { field, decider } = kind.reviews
  return judgeQuorum({ ...by, reviews: data[field], decider: data[decider], digest })
}
