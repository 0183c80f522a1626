import { appendEvent } from '../../../app/events/append-event.ts'
import { defineCommand } from '../../define-command.ts'
import { option } from '../../options.ts'
import { appendedEventJson, renderAppendedEvent } from '../../render/appended-event.ts'
import { signOptions } from '../sign-options.ts'
import { logOptions } from './log-options.ts'

export const eventAppendCommand = defineCommand({
  path: 'event append',
  summary: 'record that a piece of work took its next step',
  about:
    'Only an event that the loop takes in the present state is written, chained to the line before it and flushed to ' +
    'the disk. A gate that .hpp/gates.json enforces must be open. A signature covers all events before it and the tree. ' +
    'A refused event leaves nothing behind.',
  arguments: {},
  options: {
    type: option.requiredText('EVENT', 'work_started, evidence_recorded, check_passed, human_approved, verified'),
    data: option.text('JSON', 'an object that is kept with the event'),
    ...signOptions,
    ...logOptions,
  },
  examples: ['bylaw event append --type work_started', 'bylaw event append --work ITEM-7 --type work_started'],
  run: (world, input) => appendEvent(world, input),
  renderText: renderAppendedEvent,
  toJson: appendedEventJson,
  exit: () => 'ok',
})
