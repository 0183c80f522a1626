import type { HooksPlanReport } from '../../app/hooks/plan-hooks.ts'
import type { Outcome } from '../../core/exit-code.ts'
import { isEmptyPlan } from '../../core/plan.ts'
import { printable } from '../../core/printable.ts'
import type { Page } from '../page.ts'
import { columnsOf, wrap } from './wrap.ts'

/** What is or would be written, what stands in the way, and what to do next. */
export function renderHooksPlan(report: HooksPlanReport, page: Page): string {
  const problems = report.problems.map(
    ({ path, what }) => `${page.red(page.symbols.no)} ${printable(path)}: ${printable(what)}`,
  )
  const json =
    report.trustLines.length === 0 ? [] : ['without a terminal: its config.toml needs the trustLines of --json']
  const notes = [...report.plan.notes, ...json].flatMap((note) => wrap(printable(note), page.width, '  ', '    '))
  const head = headline(report)
  return [head, ...steps(report, page), ...problems, ...notes, ...next(report)].join('\n')
}

export function exitOfHooksPlan(report: HooksPlanReport): Outcome {
  if (report.problems.length > 0) return 'block'
  return report.applied || hasNothingToDo(report) ? 'ok' : 'warn'
}

function hasNothingToDo({ plan, copies }: HooksPlanReport): boolean {
  return isEmptyPlan(plan) && copies.length === 0
}

function headline(report: HooksPlanReport): string {
  const names = report.harnesses.join(', ')
  if (report.problems.length > 0) return `not ready for ${names}: nothing was written`
  if (hasNothingToDo(report)) return `nothing to do for ${names}`
  return report.applied ? `written for ${names}:` : `to write for ${names}:`
}

function steps(report: HooksPlanReport, page: Page): readonly string[] {
  const mark = report.applied ? page.green(page.symbols.yes) : page.symbols.bullet
  const changed = report.plan.steps.filter((step) => step.before !== step.after)
  return [
    ...copyLines(report, mark, page),
    ...changed.flatMap(({ path, after, why }) =>
      stepLines(mark, `${path}${after === null ? ' (goes)' : ''}`, why, page),
    ),
  ]
}

/** All files of the program go to one folder: one line says so. */
function copyLines({ copies }: HooksPlanReport, mark: string, page: Page): readonly string[] {
  const [first] = copies
  if (first === undefined) return []
  const folder = first.to.slice(0, first.to.lastIndexOf('/') + 1)
  return stepLines(mark, `${folder} (${copies.length} files)`, first.why, page)
}

/** The file on one line, and why on the next where both do not fit. */
function stepLines(mark: string, what: string, why: string, page: Page): readonly string[] {
  const fits = columnsOf(what) + columnsOf(why) + 4 <= page.width
  return fits
    ? [`${mark} ${printable(what)}  ${page.dim(why)}`]
    : [`${mark} ${printable(what)}`, `    ${page.dim(why)}`]
}

function next(report: HooksPlanReport): readonly string[] {
  if (report.problems.length > 0 || hasNothingToDo(report)) return []
  if (!report.applied) return ['nothing was written: run it again with --apply']
  return report.action === 'install' ? ['next: bylaw hooks doctor'] : []
}
