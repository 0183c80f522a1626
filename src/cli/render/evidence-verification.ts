import type { EvidenceVerification } from '../../app/evidence/evidence-verification.ts'
import { printable } from '../../core/printable.ts'
import type { Page } from '../page.ts'
import { wrap } from './wrap.ts'

export function renderEvidenceVerification(report: EvidenceVerification, page: Page): string {
  const { status, id, verdict, problems, changed, missing } = report
  const mark = {
    valid: page.green(page.symbols.yes),
    stale: page.yellow(page.symbols.warn),
    'not-evidence': page.yellow(page.symbols.warn),
    blocked: page.red(page.symbols.no),
  }
  const about = [id, verdict]
    .filter((one) => one !== null)
    .map((one) => printable(one))
    .join(', ')
  return [
    `${mark[status]} ${status}${about === '' ? '' : `: ${about}`}`,
    ...problems.flatMap((problem) => wrap(printable(problem), page.width, '  ', '    ')),
    ...changed.map((path) => `  changed  ${printable(path)}`),
    ...missing.map((path) => `  missing  ${printable(path)}`),
    ...freshnessLines(report.freshness, page),
    ...signatureLines(report.signature),
  ].join('\n')
}

/** A refused signature is among the problems. */
function signatureLines(signature: EvidenceVerification['signature']): readonly string[] {
  if (signature.status === 'verified') return [`  signed by ${printable(signature.signer)}`]
  if (signature.status !== 'not-verified') return []
  const by = signature.signer === null ? '' : ` by ${printable(signature.signer)}`
  return [`  signed${by}, not checked: no --allowed-signers`]
}

const MOVED_SHOWN = 20

function freshnessLines(freshness: EvidenceVerification['freshness'], page: Page): readonly string[] {
  if (freshness.kind === 'fresh') return []
  if (freshness.kind === 'unknown') return wrap(`tree: ${freshness.why}`, page.width, '  ', '    ')
  const { moved } = freshness
  return [
    `  the tree has moved since the run${moved.length === 0 ? ', and git cannot say where' : ''}`,
    ...moved.slice(0, MOVED_SHOWN).map((path) => `  moved    ${printable(path)}`),
    ...(moved.length > MOVED_SHOWN ? [`  and ${moved.length - MOVED_SHOWN} more`] : []),
  ]
}

/** The keys of the original (protocol-a 6.6), and `tree` of ours. */
export function evidenceVerificationJson(report: EvidenceVerification): unknown {
  const { status, id, verdict, baseCommit, problems, changed, missing, signature, freshness } = report
  const tree =
    freshness.kind === 'stale' ? { status: freshness.kind, moved: freshness.moved } : { status: freshness.kind }
  return { status, id, verdict, base_commit: baseCommit, problems, changed, missing, signature, tree }
}
