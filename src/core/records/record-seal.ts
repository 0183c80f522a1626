import { createHash } from 'node:crypto'
import { canonicalJson } from '../codec/canonical-json.ts'
import type { RecordCore, RecordFormat, RecordText } from './record-text-types.ts'

/** The seal of a closed record, `sha256:` and hex (records.md 12.2): every value but the seal, every byte below. */
export function recordSeal(record: Pick<RecordText, 'core' | 'body'>, format: RecordFormat, sealField: string): string {
  return `sha256:${createHash('sha256')
    .update(sealedText(record, format, sealField), 'utf8')
    .digest('hex')}`
}

/** The canonical JSON that a seal hashes. */
export function sealedText(record: Pick<RecordText, 'core' | 'body'>, format: RecordFormat, sealField: string): string {
  const core: RecordCore = Object.fromEntries(Object.entries(record.core).filter(([field]) => field !== sealField))
  return canonicalJson(format === 'json' ? core : { body: record.body, core })
}
