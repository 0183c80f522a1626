import type { AttestationVerification } from '../../app/attest/verify-attestation.ts'
import { printable } from '../../core/printable.ts'
import type { Page } from '../page.ts'
import { wrap } from './wrap.ts'

const MOVED_MAX = 20

export function renderAttestationVerification(report: AttestationVerification, page: Page): string {
  const { status, checker, bound, mismatches, reasons, moved, signature, notices } = report
  const mark = status === 'valid' ? page.green(page.symbols.yes) : page.red(page.symbols.no)
  const signer = signature.status === 'verified' ? `, signed by ${printable(signature.signer)}` : ''
  const binds = bound.length === 0 ? '' : `, binds ${bound.join(', ')}`
  const about = status === 'valid' ? `approved by ${printable(checker ?? '')}${binds}${signer}` : mismatches.join(', ')
  const rest = moved.length - MOVED_MAX
  const lines = (texts: readonly string[]) => texts.flatMap((text) => wrap(printable(text), page.width, '  ', '    '))
  return [
    `${mark} ${status}: ${about}`,
    ...lines(reasons),
    ...moved.slice(0, MOVED_MAX).map(({ kind, path, cause }) => {
      return `  ${kind}  ${printable(path)}${cause === null ? '' : `: ${cause}`}`
    }),
    ...(rest > 0 ? [`  and ${rest} more`] : []),
    ...lines(notices),
  ].join('\n')
}

/** The keys of the original (protocol-a 9), and of ours why and where. */
export function attestationVerificationJson(report: AttestationVerification): unknown {
  const { status, bound, mismatches, baseCommit, snapshotDigest, signature, reasons, moved, notices } = report
  return {
    schema: 'hpp.attestation-verification/v1',
    status,
    mismatches,
    base_commit: baseCommit,
    snapshot_digest: snapshotDigest,
    signature,
    bound,
    reasons,
    moved: moved.map(({ path, kind, cause }) => ({ path, kind, cause })),
    notices,
  }
}
