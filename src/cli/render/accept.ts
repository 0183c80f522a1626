import type { AcceptReport } from '../../app/world.ts'
import { printable } from '../../core/printable.ts'
import type { Page } from '../page.ts'
import { wrap } from './wrap.ts'

/** What a person took on. */
export function renderAccept({ id, taken }: AcceptReport, page: Page): string {
  return taken
    .flatMap((what) => wrap(`${page.green(page.symbols.yes)} ${id}: ${printable(what)}`, page.width, '', '  '))
    .join('\n')
}
