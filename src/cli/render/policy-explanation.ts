import type { PolicyExplanation, RuleSummary } from '../../app/policy/explain-policy.ts'
import type { CommandReading, Look, ReadCommand } from '../../core/policy/explain-command.ts'
import { printable } from '../../core/printable.ts'
import type { Page } from '../page.ts'
import { policyLines, renderVerdict, verdictJson } from './policy-check.ts'
import { renderSpan } from './text-span.ts'
import { padTo, wrap } from './wrap.ts'

/** A reading command by command, then the verdict; or the table of rules. */
export function renderPolicyExplanation(report: PolicyExplanation, page: Page): string {
  if (report.kind === 'policy-rules') return renderRules(report.rules, report.applied, page)
  const { reading, verdict, applied } = report
  return [
    ...reading.commands.flatMap((command, at) => renderCommand(command, at + 1, reading, page)),
    ...reading.faults.map((fault) => `${page.symbols.warn} ${printable(fault)}`),
    ...reading.found.map((look) => `${page.symbols.warn} ${describeLook(look)}`),
    renderVerdict(verdict, applied, page),
  ].join('\n')
}

function renderCommand(command: ReadCommand, number: number, { text }: CommandReading, page: Page): readonly string[] {
  const inside = command.nesting.filter((nesting) => nesting !== 'wrapper')
  const inner = (line: string) => wrap(line, page.width, '     ', '       ')
  const shown = command.words.map((word) => (/^[\w./:@%+,=*~-]+$/.test(word) ? word : JSON.stringify(word))).join(' ')
  return [
    ...wrap(
      `${page.bold(String(number).padStart(2))}  ${printable(shown) || '(a redirection or assignment)'}`,
      page.width,
      ' ',
      '     ',
    ),
    ...(command.known || command.words.length === 0 ? [] : inner('the program is not known')),
    ...(command.wrappers.length === 0 ? [] : inner(`through ${command.wrappers.map(printable).join(', ')}`)),
    ...(inside.length === 0 ? [] : inner(`inside ${inside.join(', ')}`)),
    ...(command.folder === ''
      ? []
      : inner(`in ${command.folder === null ? 'a folder that is not known' : printable(command.folder)}`)),
    ...(command.feed === null ? [] : inner(`reads ${FEEDS[command.feed] ?? command.feed}`)),
    ...command.found.flatMap((look) => [
      ...inner(describeLook(look)),
      ...(look.span === null ? [] : renderSpan(text, look.span, page).map((line) => `   ${line}`)),
    ]),
    ...(command.passed.length === 0 ? [] : inner(`passed ${command.passed.join(', ')}`)),
  ]
}

const FEEDS: Readonly<Record<string, string>> = {
  download: 'what a download prints',
  program: 'what a program prints',
  file: 'a file',
}

function describeLook({ rule, level, reason }: Look): string {
  return `${level} ${rule}: ${reason}`
}

function renderRules(rules: readonly RuleSummary[], applied: PolicyExplanation['applied'], page: Page): string {
  const width = Math.max(...rules.map(({ id }) => id.length))
  return [
    ...rules.flatMap(({ id, level, raised, reason }) =>
      wrap(reason, page.width, `${padTo(raised ? 'BLOCK+' : level, 6)}  ${padTo(id, width)}  `, ' '.repeat(width + 10)),
    ),
    'BLOCK+ was raised by the project. Examples: bylaw policy explain --rules --json',
    ...policyLines(applied),
  ].join('\n')
}

export function policyExplanationJson(report: PolicyExplanation): unknown {
  const head = { policy: report.applied.files[0] ?? null, policy_sha256: report.applied.sha256 }
  if (report.kind === 'policy-rules') return { ...head, rules: report.rules }
  return { ...head, ...verdictJson(report.verdict), reading: report.reading }
}
