import { changeHooks } from '../../../app/hooks/plan-hooks.ts'
import { defineCommand } from '../../define-command.ts'
import { exitOfHooksPlan, renderHooksPlan } from '../../render/hooks-plan.ts'
import { changeOptions, levelOf, requiredHarnesses } from './hook-options.ts'

export const removeCommand = defineCommand({
  path: 'hooks remove',
  summary: 'take the hooks out of a coding agent',
  about: 'Takes out what hooks install put in at that level, and nothing else. Nothing is written without --apply.',
  arguments: {},
  options: changeOptions,
  examples: ['bylaw hooks remove --harness claude-code', 'bylaw hooks remove --harness codex --shared --apply'],
  run: (world, input) =>
    changeHooks(world, {
      action: 'remove',
      harnesses: requiredHarnesses(input.harness),
      level: levelOf(input),
      apply: input.apply,
    }),
  renderText: renderHooksPlan,
  exit: exitOfHooksPlan,
})
