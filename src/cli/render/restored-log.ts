import type { RestoreReport } from '../../app/sessions/restore-log.ts'
import { printable } from '../../core/printable.ts'
import type { Page } from '../page.ts'
import { wrap } from './wrap.ts'

/** What went back, where the other text is kept, and what is still wrong. */
export function renderRestore(report: RestoreReport, page: Page): string {
  const done = report.restored.map(
    ({ id, what }) => `${page.green(page.symbols.yes)} ${printable(id)} is back as it was (${printable(what)})`,
  )
  const left = report.left.map(
    ({ id, what }) => `${page.red(page.symbols.no)} ${printable(id)} is still violated: ${printable(what)}`,
  )
  return [
    `restored for ${printable(report.session)}`,
    ...[...done, ...left].flatMap((line) => wrap(line, page.width, '  ', '    ')),
    'what was there is kept in',
    `  ${printable(report.quarantine)}`,
  ].join('\n')
}
