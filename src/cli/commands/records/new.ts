import { newRecord } from '../../../app/records/new-record.ts'
import { defineCommand } from '../../define-command.ts'
import { argument, option } from '../../options.ts'
import { recordWriteJson, renderRecordWrite } from '../../render/record-write.ts'
import { writeOptions } from './write-options.ts'

export const recordsNewCommand = defineCommand({
  path: 'records new',
  summary: 'write a new record from a JSON object of its fields',
  about:
    'The record is laid out, read back with all others, and written only where it is valid and makes no other one invalid. ' +
    'Without an id it gets the next free one. Nothing is committed.',
  arguments: { kind: argument.optional('KIND', 'a kind file or the name of a declared kind') },
  options: {
    from: option.requiredText('FILE', 'the fields as one JSON object, - for standard input'),
    prefix: option.text('PREFIX', 'the series of the id, such as adr in adr-001'),
    by: option.text('NAME', 'who proposes it, or who decided it where it does not open as a proposal'),
    ...writeOptions,
  },
  examples: [
    'bylaw records new --from proposal.json --by ana',
    'bylaw records new decision --from - --prefix adr --dry-run',
  ],
  run: newRecord,
  renderText: renderRecordWrite,
  toJson: recordWriteJson,
  exit: () => 'ok',
})
