import { statusHooks } from '../../../app/hooks/status-hooks.ts'
import { defineCommand } from '../../define-command.ts'
import { renderHooksStatus } from '../../render/hooks-status.ts'
import { examineOptions, harnessesOf } from './hook-options.ts'

export const statusCommand = defineCommand({
  path: 'hooks status',
  summary: 'show where the hooks are registered',
  about: 'Reads the settings files as strictly as each agent does. It starts nothing: hooks doctor does.',
  arguments: {},
  options: examineOptions,
  examples: ['bylaw hooks status', 'bylaw hooks status --harness codex --json'],
  run: (world, input) => statusHooks(world, { harnesses: harnessesOf(input.harness) }),
  renderText: renderHooksStatus,
  exit: (report) => report.outcome,
})
