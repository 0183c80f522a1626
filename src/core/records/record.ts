import type { JsonValue } from '../codec/json-value.ts'
import type { Reason } from './record-codes.ts'

/** The front matter of a record, or the whole of a JSON record. */
export type RecordCore = { readonly [key: string]: JsonValue }

/** One record as it was read: hostile values in a known frame. */
export type ReviewedRecord = {
  /** From the repository root, with `/`. */
  readonly path: string
  /** Null where the file does not parse, or holds no text there. */
  readonly id: string | null
  readonly state: string | null
  /** Null where the file does not parse. */
  readonly data: RecordCore | null
  /** The text after the front matter; `''` for JSON and for what does not parse. */
  readonly body: string
  /** The review digest, 64 hex; there even for a file that does not parse. */
  readonly digest: string
  /** What makes it invalid, in the order found. */
  readonly reasons: readonly Reason[]
}
