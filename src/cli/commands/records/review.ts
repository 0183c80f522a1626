import { reviewRecord } from '../../../app/records/review-record.ts'
import { defineCommand } from '../../define-command.ts'
import { option } from '../../options.ts'
import { recordWriteJson, renderRecordWrite } from '../../render/record-write.ts'
import { expectOption, kindOption, recordArguments, writeOptions } from './write-options.ts'

export const recordsReviewCommand = defineCommand({
  path: 'records review',
  summary: 'add a verdict to an open record, bound to its text as it is now',
  about:
    'A dissent needs a note. The verdicts of the decider and of agents are kept and do not count. Inside an agent only ' +
    'principals that are agents at base can give one.',
  arguments: recordArguments,
  options: {
    ...kindOption,
    verdict: option.requiredChoice(['agree', 'dissent', 'abstain'], 'what you say to it'),
    by: option.requiredText('NAME', 'who you are'),
    note: option.text('TEXT', 'why; a dissent needs it'),
    ...expectOption,
    ...writeOptions,
  },
  examples: [
    'bylaw records review d-001 --verdict agree --by ben',
    "bylaw records review d-001 --verdict dissent --by cleo --note 'It loses orders.'",
  ],
  run: reviewRecord,
  renderText: renderRecordWrite,
  toJson: recordWriteJson,
  exit: () => 'ok',
})
