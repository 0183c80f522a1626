import type { RestoreReport } from '../../app/world.ts'
import { printable } from '../../core/printable.ts'
import type { Page } from '../page.ts'

/** Which files are as they were, and where the bytes went that lay there. */
export function renderRestore({ session, quarantine, restored, removed }: RestoreReport, page: Page): string {
  const lines = [
    ...restored.map((name) => `${page.green(page.symbols.yes)} restored ${printable(name)}`),
    ...removed.map((name) => `${page.symbols.bullet} moved away ${printable(name)}`),
    ...(quarantine === null ? [] : [page.dim(`what lay there before: ${printable(quarantine)}`)]),
  ]
  return lines.length > 0
    ? lines.join('\n')
    : `nothing to restore: the log is as session ${printable(session)} knows it`
}
