import type { StartLogReport } from '../../app/decisions/start-log.ts'
import { printable } from '../../core/printable.ts'
import type { Page } from '../page.ts'

/** The files of a new log, and what to do next. */
export function renderStartLog({ project, plan, applied }: StartLogReport, page: Page): string {
  const steps = plan.steps.map(({ path, why }) => {
    const name = printable(path.startsWith(`${project}/`) ? path.slice(project.length + 1) : path)
    return `${applied ? page.green(page.symbols.yes) : page.symbols.bullet} ${name}  ${printable(why)}`
  })
  const next = applied
    ? ['next: bylaw hooks install --harness claude-code --apply', 'and commit the folder .hdr']
    : ['nothing was written: bylaw decisions init --apply']
  return [`${applied ? 'written' : 'to write'} in ${printable(project)}:`, ...steps, ...next].join('\n')
}
