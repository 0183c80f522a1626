import type { LogChangeReport } from '../../app/decisions/change-log.ts'
import { printable } from '../../core/printable.ts'
import type { Page } from '../page.ts'
import { renderDiff } from './text-diff.ts'
import { wrap } from './wrap.ts'

/** What was written, as it was read back; for a dry run the difference it would make. */
export function renderLogChange(verb: string, report: LogChangeReport, page: Page): string {
  const { id, file, decision, before, after, written, warnings } = report
  const name = `.hdr/decisions/${printable(file)}`
  if (!written) return [renderDiff(name, before, after, page), 'nothing was written (--dry-run)'].join('\n')
  const enforced = decision.check === null ? 'nothing enforces it' : `checked by ${decision.check}`
  const standing = decision.state === 'current' ? `current, ${enforced}` : decision.state
  return [
    ...wrap(`${page.green(page.symbols.yes)} ${verb} ${id}: ${printable(decision.title)}`, page.width, '', '  '),
    `  ${name}: ${standing}`,
    ...warnings.flatMap((warning) => wrap(`${page.symbols.warn} ${printable(warning)}`, page.width, '  ', '    ')),
  ].join('\n')
}
