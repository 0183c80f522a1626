import { showStatus } from '../../app/events/show-status.ts'
import { defineCommand } from '../define-command.ts'
import { renderWorkStatus, workStatusJson } from '../render/work-status.ts'
import { logOptions } from './event/log-options.ts'

export const statusCommand = defineCommand({
  path: 'status',
  summary: 'where the work stands, what is missing, and the next command',
  about: 'Projected from the event log alone. A log that cannot be trusted ends with 2.',
  arguments: {},
  options: logOptions,
  examples: ['bylaw status', 'bylaw status --json'],
  run: (world, input) => showStatus(world, input),
  renderText: renderWorkStatus,
  toJson: workStatusJson,
  exit: () => 'ok',
})
