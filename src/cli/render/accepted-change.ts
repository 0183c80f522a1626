import type { AcceptReport } from '../../app/sessions/accept-change.ts'
import { printable } from '../../core/printable.ts'
import type { Page } from '../page.ts'
import { wrap } from './wrap.ts'

/** What a person took on. */
export function renderAccept(report: AcceptReport, page: Page): string {
  const lines = report.accepted.flatMap((line) =>
    wrap(`${page.symbols.bullet} ${printable(line)}`, page.width, '  ', '    '),
  )
  return [`${page.green(page.symbols.yes)} accepted for ${printable(report.id)}`, ...lines].join('\n')
}
