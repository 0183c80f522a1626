import type { Fault } from '../../core/fault.ts'
import { printable } from '../../core/printable.ts'
import type { Page } from '../page.ts'
import type { Trouble } from '../trouble.ts'
import { wrap } from './wrap.ts'

/** What went wrong and what to do next, for stderr. */
export function renderTrouble({ kind, fault }: Trouble, page: Page): string {
  const name = kind === 'bug' ? 'internal error' : kind === 'usage' ? 'usage' : fault.code
  const first = `${page.red(`bylaw: ${name}:`)} ${placeOf(fault)}${printable(fault.message)}`
  const hint = fault.hint === undefined ? [] : wrap(`hint: ${printable(fault.hint)}`, page.width, '  ')
  return [first, ...hint].join('\n')
}

function placeOf({ at }: Fault): string {
  if (at === undefined) return ''
  return `${printable(at.file)}${at.line === undefined ? '' : `:${at.line}`}: `
}
