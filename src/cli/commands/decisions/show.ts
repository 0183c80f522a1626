import { showDecision } from '../../../app/decisions/show-decision.ts'
import { defineCommand } from '../../define-command.ts'
import { argument } from '../../options.ts'
import { renderShownDecision } from '../../render/shown-decision.ts'

export const showCommand = defineCommand({
  path: 'decisions show',
  summary: 'the entry of a decision that applies now, as it is written',
  arguments: { id: argument.required('ID', 'the decision') },
  options: {},
  examples: ['bylaw decisions show HDR-003'],
  run: (world, input) => showDecision(world, input),
  renderText: renderShownDecision,
  exit: () => 'ok',
})
