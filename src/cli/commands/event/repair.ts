import { repairEvents } from '../../../app/events/repair-events.ts'
import { defineCommand } from '../../define-command.ts'
import { renderEventRepair } from '../../render/event-repair.ts'
import { workOption } from './log-options.ts'

export const eventRepairCommand = defineCommand({
  path: 'event repair',
  summary: 'move a last line that was cut off out of the event log',
  about:
    'What a crash left of a line goes into .hpp/quarantine; every whole line stays. Anything else that is wrong with a ' +
    'log is refused.',
  arguments: {},
  options: workOption,
  examples: ['bylaw event repair'],
  run: (world, input) => repairEvents(world, input),
  renderText: renderEventRepair,
  exit: () => 'ok',
})
