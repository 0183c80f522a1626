/** What makes a record invalid (records.md 11, records-ours.md c and d). Closed: readers may switch on it. */
export type ReasonCode =
  | 'record-unparseable'
  | 'record-schema-invalid'
  | 'record-seal-mismatch'
  | 'record-seal-removed'
  | 'ratify-quorum-not-met'
  | 'record-check-invalid'
  | 'record-id-duplicate'
  | 'record-supersedes-unknown'
  | 'record-supersedes-conflict'
  | 'record-supersedes-cycle'
  | 'record-remediates-unknown'
  | 'record-remediates-not-closed'
  | 'record-reopened'
  | 'record-rewritten'
  | 'record-reviews-rewritten'
  | 'record-deleted'

/** What leaves a record valid and should be looked at. */
export type WarningCode =
  | 'asset-drift'
  | 'asset-missing'
  | 'asset-stale'
  | 'record-supersedes-pending'
  | 'record-supersedes-outranked'
  | 'record-no-evidence'
  | 'record-unattested'
  | 'record-unsealed'
  | 'record-inconsistent'
  | 'review-undigested'
  | 'principal-look-alike'
  | 'quorum-not-met-now'
  | 'source-transcript-drift'

/** `line` counts from the first line of the file. */
export type Reason = { readonly code: ReasonCode; readonly message: string; readonly line?: number }
export type Warning = { readonly code: WarningCode; readonly message: string; readonly line?: number }
