import type { Quorum } from './quorum.ts'
import { needsQuorum } from './ratifying.ts'
import type { ReviewedRecord } from './record.ts'
import type { Reason, Warning } from './record-codes.ts'
import { isClosed, type RecordKind } from './record-kind.ts'

export type Findings = { readonly reasons: readonly Reason[]; readonly warnings: readonly Warning[] }

const NOTHING: Findings = { reasons: [], warnings: [] }

/** What is known of a record's past, by which a missing seal is judged. */
export type SealPast =
  /** Outside of git, or in a reading that looks at no history. */
  | { readonly kind: 'unknown' }
  /** `hadSeal`: at base or in an earlier commit; `closedAtBase`: false also where base has no such file. */
  | { readonly kind: 'known'; readonly hadSeal: boolean; readonly closedAtBase: boolean }

type Sealed = Pick<ReviewedRecord, 'data' | 'state'>

/**
 * The record seal (records.md 12.3, records-ours.md d). `computed` is the seal of the record as it is. A seal is checked
 * wherever it stands, on an open record too: else opening one by hand would switch the check off.
 */
export function judgeRecordSeal(
  { data, state }: Sealed,
  { kind, computed, past }: { readonly kind: RecordKind; readonly computed: string; readonly past: SealPast },
): Findings {
  if (kind.seal === null || data === null) return NOTHING
  const written = data[kind.seal]
  if (typeof written === 'string') {
    if (written === computed) return NOTHING
    const message = `${kind.seal} is not the seal of this text: the record was changed after it was sealed`
    return { ...NOTHING, reasons: [{ code: 'record-seal-mismatch', message }] }
  }
  if (!isClosed(kind, state)) return NOTHING
  if (past.kind === 'known' && (past.hadSeal || !past.closedAtBase)) {
    return {
      ...NOTHING,
      reasons: [{ code: 'record-seal-removed', message: `the record is ${state} and has lost its ${kind.seal}` }],
    }
  }
  return {
    ...NOTHING,
    warnings: [{ code: 'record-unsealed', message: `the record is ${state} and has no ${kind.seal}` }],
  }
}

export type RatifiedQuestion = {
  readonly kind: RecordKind
  readonly quorum: Quorum | null
  /** Whether base holds the very same file. */
  readonly sameAtBase: boolean
  /** The highest rank among the records that it names as superseded, 0 for none. */
  readonly supersededRank: number
}

/**
 * A record in a state that needs its quorum, against the quorum now (records-ours.md d). A file that base holds as it is
 * passed its quorum once: need, agents and signers change, so it is only warned.
 */
export function judgeRatified(state: string | null, question: RatifiedQuestion): Findings {
  const { kind, quorum, sameAtBase, supersededRank } = question
  if (quorum === null || quorum.met || !needsQuorum({ kind, from: null, to: state, supersededRank })) return NOTHING
  const message = `the record is ${state}, and its quorum needs ${quorum.need} agreeing verdicts that count, and it has ${quorum.agreed}`
  if (sameAtBase) return { ...NOTHING, warnings: [{ code: 'quorum-not-met-now', message }] }
  return { ...NOTHING, reasons: [{ code: 'ratify-quorum-not-met', message }] }
}
