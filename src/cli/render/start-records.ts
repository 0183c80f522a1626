import type { StartRecordsReport } from '../../app/records/start-records.ts'
import { printable } from '../../core/printable.ts'
import type { Page } from '../page.ts'
import { renderChange } from './text-diff.ts'

/** The files of a new kind, and what to do next. */
export function renderStartRecords({ root, plan, applied }: StartRecordsReport, page: Page): string {
  if (plan.steps.length === 0) return 'nothing to do: the decision kind is there and declared'
  const steps = plan.steps.flatMap(({ path, why, before, after }) => {
    const name = printable(path.startsWith(`${root}/`) ? path.slice(root.length + 1) : path)
    const head = `${applied ? page.green(page.symbols.yes) : page.symbols.bullet} ${name}  ${printable(why)}`
    return before === null || after === null ? [head] : [head, ...renderChange(before, after, page)]
  })
  const next = applied
    ? 'next: commit these files, and list records with bylaw records'
    : 'nothing was written: the same with --apply writes it'
  return [`${applied ? 'written' : 'to write'} in ${printable(root)}:`, ...steps, next].join('\n')
}
