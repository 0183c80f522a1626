import { amendRecord } from '../../../app/records/amend-record.ts'
import { defineCommand } from '../../define-command.ts'
import { option } from '../../options.ts'
import { recordWriteJson, renderRecordWrite } from '../../render/record-write.ts'
import { expectOption, kindOption, recordArguments, writeOptions } from './write-options.ts'

export const recordsAmendCommand = defineCommand({
  path: 'records amend',
  summary: 'change fields of an open record in place',
  about:
    'Each field given replaces the whole field. A decided record takes a higher state, new evidence and answers to dissents; ' +
    'a closed one takes nothing. Entering the state that needs a quorum is refused until it is met.',
  arguments: recordArguments,
  options: {
    ...kindOption,
    set: option.text('FILE', 'the fields to set as one JSON object, - for standard input'),
    unset: option.list('FIELD', 'take a field out'),
    ...expectOption,
    ...writeOptions,
  },
  examples: [
    'bylaw records amend d-001 --set decided.json',
    'bylaw records amend d-001 --unset x-recommendation --dry-run',
  ],
  run: amendRecord,
  renderText: renderRecordWrite,
  toJson: recordWriteJson,
  exit: () => 'ok',
})
