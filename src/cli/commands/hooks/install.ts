import { changeHooks } from '../../../app/hooks/plan-hooks.ts'
import { defineCommand } from '../../define-command.ts'
import { exitOfHooksPlan, renderHooksPlan } from '../../render/hooks-plan.ts'
import { changeOptions, levelOf, requiredHarnesses } from './hook-options.ts'

export const installCommand = defineCommand({
  path: 'hooks install',
  summary: 'register the hooks with a coding agent',
  about:
    'Plans the entries in the agent’s own settings file and keeps everything else in it. Without --user or --shared ' +
    'they are for you in this project and stay out of commits. Nothing is written without --apply.',
  arguments: {},
  options: changeOptions,
  examples: ['bylaw hooks install --harness claude-code', 'bylaw hooks install --harness all --apply'],
  run: (world, input) =>
    changeHooks(world, {
      action: 'install',
      harnesses: requiredHarnesses(input.harness),
      level: levelOf(input),
      apply: input.apply,
    }),
  renderText: renderHooksPlan,
  exit: exitOfHooksPlan,
})
