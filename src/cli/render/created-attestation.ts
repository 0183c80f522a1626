import type { CreatedAttestation } from '../../app/attest/create-attestation.ts'
import type { TokenObject } from '../../core/codec/token-json.ts'
import { printable } from '../../core/printable.ts'
import type { Page } from '../page.ts'
import { wrap } from './wrap.ts'

export function renderCreatedAttestation(report: CreatedAttestation, page: Page): string {
  const { file, verdict, fileCount, words, signer, notices } = report
  const mark = verdict === 'approved' ? page.green(page.symbols.yes) : page.red(page.symbols.no)
  const bound = words.length === 0 ? '' : `, binds ${words.join(', ')}`
  const signed = signer === null ? '' : `, signed by ${printable(signer)}`
  return [
    `${mark} recorded: ${verdict}, ${fileCount} file(s)${bound}${signed}`,
    `  ${printable(file)}`,
    ...notices.flatMap((notice) => wrap(printable(notice), page.width, '  ', '    ')),
  ].join('\n')
}

/** The record as it was written, with the status of the original beside it, and what is ours to say. */
export function createdAttestationJson({ record, fileCount, notices }: CreatedAttestation): unknown {
  const snapshot = { ...(record['snapshot'] as TokenObject), file_count: fileCount } // its only number, as one
  return { ...record, snapshot, status: 'recorded', notices }
}
