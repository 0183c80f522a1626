import { listDecisions } from '../../../app/decisions/list-decisions.ts'
import { defineCommand } from '../../define-command.ts'
import { renderDecisionList } from '../../render/decision-list.ts'

export const listCommand = defineCommand({
  path: 'decisions list',
  summary: 'every decision: current, retired, superseded, refused, invalid',
  arguments: {},
  options: {},
  examples: ['bylaw decisions list'],
  run: (world) => listDecisions(world),
  renderText: renderDecisionList,
  exit: () => 'ok',
})
