import type { Problem } from '../../app/validate/problem.ts'
import type { Validation } from '../../app/validate/validate-log.ts'
import { printable } from '../../core/printable.ts'
import type { Page } from '../page.ts'
import { wrap } from './wrap.ts'

/** The verdict line is read by programs too: its words and numbers never vary. */
export function renderValidation(report: Validation, page: Page): string {
  const counted = `${report.currentDecisions} current decisions (${report.decisionFiles} decision files)`
  const problems = report.problems.flatMap((problem) => problemLines(problem, page))
  const further = furtherCounts(report)
  const notes = [
    ...(further === '' ? [] : [page.dim(further)]),
    ...report.above.map((project) => page.dim(`not looked at: the decision log in ${printable(project)}`)),
  ]
  if (report.verdict !== 'fail') return [page.green(`PASS: ${counted}`), ...notes, ...problems].join('\n')
  const failures = report.problems.filter(({ severity }) => severity === 'error').length
  const verdict = `FAIL: ${failures} ${failures === 1 ? 'failure' : 'failures'}, ${counted}`
  return [...problems, page.red(verdict), ...notes].join('\n')
}

/** `file:line: code: message` for a file, `HDR-003: message` for a decision; on one line, whatever its length. */
export function problemLine({ id, file, line, code, message }: Problem): string {
  if (id !== null && line === null) return printable(`${id}: ${message}`)
  const place = file === null ? '' : `${file}${line === null ? '' : `:${line}`}: `
  return printable(`${place}${code}: ${message}`)
}

function problemLines(problem: Problem, page: Page): readonly string[] {
  const line = problemLine(problem)
  const shown = problem.severity === 'error' ? line : `${page.yellow('warning:')} ${line}`
  return problem.hint === null ? [shown] : [shown, ...wrap(printable(problem.hint), page.width, '  ')]
}

function furtherCounts(report: Validation): string {
  const warnings = report.problems.filter(({ severity }) => severity === 'warning').length
  const counts: readonly (readonly [number, string])[] = [
    [report.retired, 'retired'],
    [report.superseded, 'superseded'],
    [report.notEnforced, 'not enforced'],
    [report.notChecked, 'not checked'],
    [warnings, warnings === 1 ? 'warning' : 'warnings'],
  ]
  return counts.flatMap(([count, what]) => (count === 0 ? [] : [`${count} ${what}`])).join(', ')
}
