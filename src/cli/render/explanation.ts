import type { ExplainedDecision, ExplainedEntry, Explanation } from '../../app/decisions/explain-log.ts'
import { printable } from '../../core/printable.ts'
import type { Page } from '../page.ts'
import { wrap } from './wrap.ts'

/** Each decision from its first entry to what applies now. */
export function renderExplanation({ decisions, unreadable }: Explanation, page: Page): string {
  const blocks = decisions.map((decision) => decisionLines(decision, page).join('\n'))
  const rest = unreadable.map((file) => page.yellow(`not readable: ${printable(file)} (bylaw validate says why)`))
  if (blocks.length === 0 && rest.length === 0) return 'the decision log is empty'
  return [...blocks, ...(rest.length > 0 ? [rest.join('\n')] : [])].join('\n\n')
}

function decisionLines(decision: ExplainedDecision, page: Page): readonly string[] {
  return [
    `${page.bold(decision.id)}  ${stateInWords(decision, page)}`,
    ...decision.entries.flatMap((entry) => entryLines(entry, page)),
    ...decision.notices.flatMap((notice) =>
      wrap(`${page.symbols.warn} ${printable(notice)}`, page.width, '  ', '    '),
    ),
  ]
}

function stateInWords({ state, supersededBy, entries }: ExplainedDecision, page: Page): string {
  if (state === 'superseded') return page.dim(`superseded by ${supersededBy.map(printable).join(', ')}`)
  if (state === 'refused') return page.dim('refused, not in force')
  if (state === 'retired') return page.dim('retired')
  return page.green(entries.length > 1 ? 'current, as revised' : 'current')
}

function entryLines(entry: ExplainedEntry, page: Page): readonly string[] {
  const title = entry.title === null ? 'Retired' : printable(entry.title)
  const head = wrap(`${entry.number}. ${entry.date ?? 'undated'} ${title}`, page.width, '  ', '     ')
  const inner = (text: string) => wrap(text, page.width, '     ', '       ')
  return [
    ...(entry.applies ? head.map(page.bold) : head),
    ...(entry.applies ? ['     applies now'] : []),
    ...(entry.held ? ['     held, not in force'] : []),
    ...inner(`why: ${printable(entry.rationale)}`),
    ...checkLines(entry).flatMap(inner),
  ]
}

function checkLines({ kind, checkInWords, covers }: ExplainedEntry): readonly string[] {
  if (kind === 'retirement') return []
  if (checkInWords.length === 0) return ['check: none, nothing enforces it']
  return [
    ...checkInWords.map((line) => `check: ${printable(line)}`),
    ...covers.map(({ harness, names }) => `covers ${printable(`${harness}: ${names.join(', ')}`)}`),
  ]
}
