import type { DecisionList, ListedDecision } from '../../app/decisions/list-decisions.ts'
import { printable } from '../../core/printable.ts'
import type { Page } from '../page.ts'
import { columnsOf, padTo, wrap } from './wrap.ts'

/** One row for each decision; long titles go on below themselves. */
export function renderDecisionList({ decisions, invalid }: DecisionList, page: Page): string {
  const idColumns = Math.max(0, ...decisions.map(({ id }) => columnsOf(id)))
  const rows = decisions.flatMap((decision) => rowLines(decision, idColumns, page))
  const bad = invalid.flatMap(({ file, reason }) =>
    wrap(`${page.symbols.no} ${printable(file)}  invalid: ${printable(reason)}`, page.width, '', '  '),
  )
  const lines = [...rows, ...bad.map(page.red)]
  return lines.length === 0 ? 'the decision log is empty' : lines.join('\n')
}

function rowLines(decision: ListedDecision, idColumns: number, page: Page): readonly string[] {
  const state = decision.state === 'current' && decision.revised ? 'current, revised' : decision.state
  const lead = `${mark(decision, page)} ${padTo(decision.id, idColumns)}  ${padTo(state, 16)}  `
  const title = `${printable(decision.title)}${decision.state === 'current' ? ` [${decision.check ?? 'not enforced'}]` : ''}`
  const [first = '', ...rest] = wrap(title, page.width, ' '.repeat(columnsOf(lead)))
  const colour = decision.state === 'current' ? (text: string) => text : page.dim
  return [lead + first.trimStart(), ...rest].map(colour)
}

function mark({ state }: ListedDecision, page: Page): string {
  return state === 'current' ? page.symbols.yes : page.symbols.bullet
}
