import { retireDecision } from '../../../app/decisions/retire-decision.ts'
import { defineCommand } from '../../define-command.ts'
import { argument, option } from '../../options.ts'
import { renderLogChange } from '../../render/log-change.ts'
import { DRY_RUN } from './check-options.ts'

export const retireCommand = defineCommand({
  path: 'decisions retire',
  summary: 'append a retirement to a decision, dated today',
  about: 'For people. To merge decisions, retire each with a rationale that names the replacement, and add that one.',
  arguments: { id: argument.required('ID', 'the decision') },
  options: { rationale: option.requiredText('TEXT', 'why it no longer applies'), dryRun: DRY_RUN },
  examples: ["bylaw decisions retire HDR-004 --rationale 'Too blunt'"],
  run: (world, input) => retireDecision(world, input),
  renderText: (report, page) => renderLogChange('retired', report, page),
  exit: () => 'ok',
})
