import type { FailedKind } from '../../app/records/list-records.ts'
import { printable } from '../../core/printable.ts'
import type { Page } from '../page.ts'

/** Why a kind could not be read. */
export function renderFailedKind({ kindFile, fault }: FailedKind, page: Page): string {
  const at = fault.at?.line === undefined ? '' : `:${fault.at.line}`
  const line = `${page.red(page.symbols.no)} ${printable(kindFile)}${at}: ${printable(fault.message)}  ${fault.code}`
  return fault.hint === undefined ? line : `${line}\n  ${printable(fault.hint)}`
}
