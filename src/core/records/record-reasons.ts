import type { Fault } from '../fault.ts'
import { type Findings, judgeRecordSeal, type SealPast } from './judge-sealing.ts'
import type { ReviewedRecord } from './record.ts'
import type { Reason } from './record-codes.ts'
import type { RecordKind } from './record-kind.ts'
import { type RecordSchema, sayErrors } from './record-schema.ts'
import { judgeSource } from './source-block.ts'

export type ReasonQuestion = {
  readonly kind: RecordKind
  readonly schema: RecordSchema
  /** Why the text is no record; empty where it is one. */
  readonly textFaults: readonly Fault[]
  /** The line of a JSON pointer into the record. */
  readonly lineOf: (pointer: string) => number
  /** The seal of the record as it is; null for a kind without one. */
  readonly seal: string | null
  readonly past: SealPast
}

/** What one record has against it by itself, in the order of records.md 10.3: the text, or schema, source and seal. */
export function recordReasons(record: Pick<ReviewedRecord, 'data' | 'state'>, question: ReasonQuestion): Findings {
  const { kind, schema, textFaults, lineOf, seal, past } = question
  const { data } = record
  if (data === null) return { reasons: textFaults.map(unparseable), warnings: [] }
  const { told } = schema(data)
  const [first] = told
  const shape: Reason[] =
    first === undefined ? [] : [invalid(sayErrors(told), lineOf(first.at === '/' ? '' : first.at))]
  const field = kind.source
  const source = field === null ? [] : judgeSource(data[field], field).map((why) => invalid(why, lineOf(`/${field}`)))
  const sealing =
    seal === null ? { reasons: [], warnings: [] } : judgeRecordSeal(record, { kind, computed: seal, past })
  return { reasons: [...shape, ...source, ...sealing.reasons], warnings: sealing.warnings }
}

function invalid(message: string, line: number): Reason {
  return { code: 'record-schema-invalid', message, line }
}

function unparseable({ message, at }: Fault): Reason {
  return { code: 'record-unparseable', message, ...(at?.line === undefined ? {} : { line: at.line }) }
}
