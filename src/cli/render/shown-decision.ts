import type { ShownDecision } from '../../app/decisions/show-decision.ts'
import { printable, printableJson } from '../../core/printable.ts'
import type { Page } from '../page.ts'

/** Where the decision lies and what its last entry says, as it is written. */
export function renderShownDecision({ decision, entryNumber, entry }: ShownDecision, page: Page): string {
  const state = decision.state === 'current' && decision.revised ? 'current, as revised' : decision.state
  return [
    `${page.bold(decision.id)}  ${state}`,
    page.dim(`.hdr/decisions/${printable(decision.file)}, entry ${entryNumber}`),
    printableJson(JSON.stringify(entry, null, 2)),
  ].join('\n')
}
