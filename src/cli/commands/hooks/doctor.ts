import { doctorHooks } from '../../../app/hooks/doctor-hooks.ts'
import { defineCommand } from '../../define-command.ts'
import { renderHooksDoctor } from '../../render/hooks-doctor.ts'
import { examineOptions, harnessesOf } from './hook-options.ts'

export const doctorCommand = defineCommand({
  path: 'hooks doctor',
  summary: 'find out whether the hooks really run',
  about:
    'Per agent: events, faults and switches in its files, the registered command started as the agent does it, its ' +
    'version, its trust, and when a hook last ran.',
  arguments: {},
  options: examineOptions,
  examples: ['bylaw hooks doctor', 'bylaw hooks doctor --harness opencode'],
  run: (world, input) => doctorHooks(world, { harnesses: harnessesOf(input.harness) }),
  renderText: renderHooksDoctor,
  exit: (report) => report.outcome,
})
