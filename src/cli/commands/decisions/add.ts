import { addDecision } from '../../../app/decisions/add-decision.ts'
import { buildCheck } from '../../../app/decisions/build-check.ts'
import { defineCommand } from '../../define-command.ts'
import { option } from '../../options.ts'
import { renderLogChange } from '../../render/log-change.ts'
import { CHECK_OPTIONS, DRY_RUN } from './check-options.ts'

export const addCommand = defineCommand({
  path: 'decisions add',
  summary: 'add a decision with one entry, dated today',
  about: 'For people. Without a check the decision is current, but nothing enforces it.',
  arguments: {},
  options: {
    title: option.requiredText('TEXT', 'what is decided'),
    rationale: option.requiredText('TEXT', 'why'),
    ...CHECK_OPTIONS,
    id: option.text('ID', 'instead of the next free id'),
    dryRun: DRY_RUN,
  },
  examples: ["bylaw decisions add --title 'CI publishes' --rationale 'Signed there' --deny-command 'npm publish'"],
  run: async (world, input) => addDecision(world, { ...input, check: await buildCheck(world, input) }),
  renderText: (report, page) => renderLogChange('added', report, page),
  exit: () => 'ok',
})
