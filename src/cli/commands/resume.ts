import { showStatus } from '../../app/events/show-status.ts'
import { defineCommand } from '../define-command.ts'
import { renderResume, resumeJson } from '../render/work-status.ts'
import { logOptions } from './event/log-options.ts'

export const resumeCommand = defineCommand({
  path: 'resume',
  summary: 'the next step alone, for whoever goes on',
  arguments: {},
  options: logOptions,
  examples: ['bylaw resume', 'bylaw resume --json'],
  run: (world, input) => showStatus(world, input),
  renderText: renderResume,
  toJson: resumeJson,
  exit: () => 'ok',
})
