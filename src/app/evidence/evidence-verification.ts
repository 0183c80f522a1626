import type { Freshness } from '../../core/evidence/recorded-tree.ts'
import type { SignatureReport } from '../sign/check-signature.ts'

/** `stale` is ours: an intact record of a passed run on a tree that has moved since. */
export type EvidenceStatus = 'valid' | 'stale' | 'not-evidence' | 'blocked'

export type EvidenceVerification = {
  readonly kind: 'evidence-verification'
  readonly file: string
  readonly status: EvidenceStatus
  /** As the record says, whatever it is. */
  readonly id: string | null
  readonly verdict: string | null
  readonly baseCommit: string | null
  readonly problems: readonly string[]
  readonly changed: readonly string[]
  readonly missing: readonly string[]
  readonly freshness: Freshness
  readonly signature: SignatureReport
}
