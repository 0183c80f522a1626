import { buildCheck } from '../../../app/decisions/build-check.ts'
import { reviseDecision } from '../../../app/decisions/revise-decision.ts'
import { defineCommand } from '../../define-command.ts'
import { argument, option } from '../../options.ts'
import { renderLogChange } from '../../render/log-change.ts'
import { UsageMistake } from '../../trouble.ts'
import { CHECK_OPTIONS, DRY_RUN } from './check-options.ts'

export const reviseCommand = defineCommand({
  path: 'decisions revise',
  summary: 'append an entry to a decision, dated today',
  about: 'For people. The title and the check that apply are kept where no new ones are given.',
  arguments: { id: argument.required('ID', 'the decision') },
  options: {
    title: option.text('TEXT', 'what is decided now'),
    rationale: option.requiredText('TEXT', 'why it changes'),
    ...CHECK_OPTIONS,
    dropCheck: option.toggle('leave the decision without a check'),
    dryRun: DRY_RUN,
  },
  examples: ["bylaw decisions revise HDR-003 --rationale 'Builds need the shell' --require-path .hdr"],
  run: async (world, input) => {
    const check = await buildCheck(world, input)
    if (check !== null && input.dropCheck) throw new UsageMistake('--drop-check excludes a new check', null)
    return reviseDecision(world, { ...input, check: check ?? (input.dropCheck ? null : 'keep') })
  },
  renderText: (report, page) => renderLogChange('revised', report, page),
  exit: () => 'ok',
})
