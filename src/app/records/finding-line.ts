import type { Reason, Warning } from '../../core/records/record-codes.ts'
import type { RecordKind } from '../../core/records/record-kind.ts'
import type { RecordEntry } from './read-kind.ts'

type Code = Reason['code'] | Warning['code']

/** The field that a finding is about; null where it is about the whole record, or says its place itself. */
function fieldOf(code: Code, kind: RecordKind): string | null {
  switch (code) {
    case 'record-seal-mismatch':
      return kind.seal
    case 'record-seal-removed':
    case 'record-unsealed':
    case 'ratify-quorum-not-met':
    case 'quorum-not-met-now':
    case 'record-reopened':
      return kind.states?.field ?? null
    case 'record-id-duplicate':
      return kind.idField
    case 'record-supersedes-unknown':
    case 'record-supersedes-conflict':
    case 'record-supersedes-cycle':
    case 'record-supersedes-pending':
    case 'record-supersedes-outranked':
      return kind.supersedes?.field ?? null
    case 'record-remediates-unknown':
    case 'record-remediates-not-closed':
      return kind.remediates?.field ?? null
    case 'asset-drift':
    case 'asset-missing':
    case 'asset-stale':
    case 'record-no-evidence':
      return kind.pins
    case 'review-undigested':
    case 'principal-look-alike':
    case 'record-reviews-rewritten':
      return kind.reviews?.field ?? null
    case 'record-unattested':
      return kind.reviews?.decider ?? null
    case 'source-transcript-drift':
      return kind.source
    default:
      return null
  }
}

/** The line of the file that a finding points at, counted from 1. */
export function findingLine(finding: Reason | Warning, record: RecordEntry, kind: RecordKind): number {
  if (finding.line !== undefined) return finding.line
  const pointer = /^\/\S+/.exec(finding.message)?.[0]
  const field = fieldOf(finding.code, kind)
  return record.lineOf(field === null ? (pointer ?? '') : `/${field}`)
}
