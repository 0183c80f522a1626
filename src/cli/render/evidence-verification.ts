import type { EvidenceVerification } from '../../app/evidence/verify-evidence.ts'
import { printable } from '../../core/printable.ts'
import type { Page } from '../page.ts'
import { wrap } from './wrap.ts'

export function renderEvidenceVerification(report: EvidenceVerification, page: Page): string {
  const { status, id, verdict, problems, changed, missing } = report
  const mark = {
    valid: page.green(page.symbols.yes),
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
  ].join('\n')
}

/** The keys of the original (protocol-a 6.6). */
export function evidenceVerificationJson(report: EvidenceVerification): unknown {
  const { status, id, verdict, baseCommit, problems, changed, missing, signature } = report
  return { status, id, verdict, base_commit: baseCommit, problems, changed, missing, signature }
}
