import type { JsonValue } from '../codec/json-value.ts'
import type { Fault, Parsed } from '../fault.ts'

export type RecordFormat = 'markdown-front-matter' | 'json'

export type RecordCore = { readonly [field: string]: JsonValue }

/** Why a text is no record. All of them are the one code `record-unparseable` to a reader of findings. */
export type RecordCause =
  | 'encoding'
  | 'no-front-matter'
  | 'unterminated'
  | 'not-a-mapping'
  | 'yaml-error'
  | 'duplicate-key'
  | 'unsupported'
  | 'bad-number'
  | 'non-finite-number'
  | 'digest-field'
  | 'too-deep'
  | 'not-json'
  | 'not-one-object'

export type RecordTextFault = Fault<'record-unparseable'> & { readonly cause: RecordCause }

/** A file text as a record: its fields, the text below them, and where each field stands. */
export type RecordText = {
  readonly core: RecordCore
  /** All after the closing line of the front matter; empty in JSON kinds. */
  readonly body: string
  /** The 1-based line of the key or element; where the pointer names nothing, that of the nearest one around it. */
  lineOf(pointer: string): number
}

export type RecordTextOptions = {
  readonly file: string
  readonly format: RecordFormat
  /** The fields that the review digest of the kind leaves out (`digestFieldsOf`). */
  readonly digestFields: readonly string[]
}

export type ParsedRecordText =
  | Extract<Parsed<RecordText>, { readonly ok: true }>
  | { readonly ok: false; readonly faults: readonly RecordTextFault[] }
