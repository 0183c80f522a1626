import type { Problem } from '../../app/validate/problem.ts'
import type { Validation } from '../../app/validate/validate-log.ts'
import { printable } from '../../core/printable.ts'

/** Workflow commands of GitHub Actions, one annotation a line, then the verdict as plain text. */
export function renderGithub(report: Validation): string {
  const verdict = report.verdict === 'fail' ? 'FAIL' : 'PASS'
  const counted = `${report.currentDecisions} current decisions (${report.decisionFiles} decision files)`
  return [...report.problems.map((problem) => annotation(problem, report.prefix)), `${verdict}: ${counted}`].join('\n')
}

function annotation({ severity, id, file, line, code, message, hint }: Problem, prefix: string): string {
  const properties = [
    ...(file === null ? [] : [`file=${escapeProperty(prefix + file)}`]),
    ...(line === null ? [] : [`line=${line}`]),
    `title=${escapeProperty(id ?? code)}`,
  ]
  const text = [message, ...(hint === null ? [] : [hint])].map(printable).join('\n')
  return `::${severity} ${properties.join(',')}::${escapeData(text)}`
}

/** Unescaped, a message could end its line and give a command of its own. */
function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

function escapeProperty(text: string): string {
  return escapeData(printable(text)).replaceAll(':', '%3A').replaceAll(',', '%2C')
}
