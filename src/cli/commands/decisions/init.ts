import { startLog } from '../../../app/decisions/start-log.ts'
import { isEmptyPlan } from '../../../core/plan.ts'
import { defineCommand } from '../../define-command.ts'
import { option } from '../../options.ts'
import { renderStartLog } from '../../render/start-log.ts'

export const initCommand = defineCommand({
  path: 'decisions init',
  summary: 'start a decision log',
  about:
    'Plans two decisions at the top of the repository: the log is append-only and guarded against shell commands, ' +
    'and our hooks are registered for every lifecycle event. Nothing is written without --apply.',
  arguments: {},
  options: { apply: option.toggle('write the files') },
  examples: ['bylaw decisions init', 'bylaw decisions init --apply'],
  run: (world, input) => startLog(world, input),
  renderText: renderStartLog,
  exit: ({ plan, applied }) => (applied || isEmptyPlan(plan) ? 'ok' : 'warn'),
})
