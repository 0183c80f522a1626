import { isJsonList } from '../codec/json-value.ts'
import type { Attestation } from './check-seal.ts'
import { DECISION_SCHEMA_ID } from './decision-kind.ts'
import { decisionInconsistencies } from './inconsistencies.ts'
import type { Quorum } from './quorum.ts'
import type { RecordCore } from './record.ts'
import type { Warning } from './record-codes.ts'
import type { RecordKind } from './record-kind.ts'

export type WarningQuestion = {
  readonly kind: RecordKind
  readonly data: RecordCore
  readonly quorum: Quorum | null
  /** The author seal, and whether a signers file is active at base. */
  readonly author: Attestation | null
  readonly signingActive: boolean
}

/** The warnings that one record gives by itself (records.md 11, records-ours.md b and d). */
export function recordWarnings({ kind, data, quorum, author, signingActive }: WarningQuestion): readonly Warning[] {
  return [
    ...noEvidence(kind, data),
    ...undigested(quorum),
    ...unattested({ kind, data, author, signingActive }),
    ...lookAlikes(quorum),
    ...(kind.schema.id === DECISION_SCHEMA_ID ? decisionInconsistencies(data) : []),
  ]
}

function noEvidence(kind: RecordKind, data: RecordCore): readonly Warning[] {
  const pins = kind.pins === null ? undefined : data[kind.pins]
  if (kind.pins === null || kind.other.work || !isJsonList(pins) || pins.length > 0) return []
  return [{ code: 'record-no-evidence', message: `${kind.pins} is empty` }]
}

function undigested(quorum: Quorum | null): readonly Warning[] {
  const verdicts = quorum === null ? [] : [...quorum.counted, ...quorum.notCounted]
  const bare = verdicts.filter(({ digest }) => digest === null).sort((one, other) => one.index - other.index)
  if (bare.length === 0) return []
  const names = [...new Set(bare.map(({ reviewer }) => reviewer))].join(', ')
  return [{ code: 'review-undigested', message: `verdicts that name no text, so every text: ${names}` }]
}

function unattested({ kind, data, author, signingActive }: Omit<WarningQuestion, 'quorum'>): readonly Warning[] {
  const name = kind.reviews === null ? undefined : data[kind.reviews.decider]
  if (!signingActive || typeof name !== 'string' || author === null || author.attested === true) return []
  return [{ code: 'record-unattested', message: `the seal of the author ${name} does not hold: ${author.message}` }]
}

function lookAlikes(quorum: Quorum | null): readonly Warning[] {
  return (quorum?.lookAlikes ?? []).map(({ reviewer, other }) => ({
    code: 'principal-look-alike',
    message: `the reviewer ${spell(reviewer)} looks like ${spell(other)}`,
  }))
}

/** A name with the code points of what is not plain ASCII, so that two that look alike read apart. */
function spell(name: string): string {
  const odd = Array.from(name).filter((letter) => !/^[\x20-\x7e]$/.test(letter))
  const points = odd.map((letter) => `U+${(letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`)
  return odd.length === 0 ? name : `${name} (${points.join(' ')})`
}
