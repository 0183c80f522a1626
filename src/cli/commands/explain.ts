import { explainLog } from '../../app/decisions/explain-log.ts'
import { defineCommand } from '../define-command.ts'
import { argument } from '../options.ts'
import { renderExplanation } from '../render/explanation.ts'

export const explainCommand = defineCommand({
  path: 'explain',
  summary: "show each decision's history and what applies now",
  about: 'Entries stand oldest first, each with its reason, its check in words and the tools that it denies.',
  arguments: { id: argument.optional('ID', 'only this decision') },
  options: {},
  examples: ['bylaw explain', 'bylaw explain HDR-003'],
  run: (world, input) => explainLog(world, input),
  renderText: renderExplanation,
  exit: () => 'ok',
})
