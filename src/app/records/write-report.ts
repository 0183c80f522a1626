import type { JsonValue } from '../../core/codec/json-value.ts'
import type { Warning } from '../../core/records/record-codes.ts'

export type WriteVerb = 'new' | 'amend' | 'review'

/** What a verb did, or would do (records.md 8.1). */
export type WriteReport = {
  readonly kind: 'record-write'
  readonly verb: WriteVerb
  readonly recordKind: { readonly name: string; readonly schema: string; readonly file: string }
  readonly id: string
  /** From the root of the repository. */
  readonly path: string
  readonly state: string | null
  /** The fields that differ; null for a verb that changes no given ones. */
  readonly changed: readonly string[] | null
  /** The author's seal that was made. */
  readonly seal: JsonValue | null
  /** Why an author's seal was taken out. */
  readonly sealDropped: string | null
  /** The verdict that was added. */
  readonly review: JsonValue | null
  readonly dryRun: boolean
  readonly warnings: readonly Warning[]
  /** Null for a new file. */
  readonly before: string | null
  readonly text: string
  /** The review digest of the text. */
  readonly digest: string
}
