import { validateLog } from '../../app/validate/validate-log.ts'
import type { Outcome } from '../../core/exit-code.ts'
import { defineCommand } from '../define-command.ts'
import { option } from '../options.ts'
import { renderValidation } from '../render/validation.ts'
import { renderGithub } from '../render/validation-github.ts'
import { renderJunit } from '../render/validation-junit.ts'
import { renderSarif } from '../render/validation-sarif.ts'

const OUTCOMES: Readonly<Record<'pass' | 'warn' | 'fail', Outcome>> = { pass: 'ok', warn: 'warn', fail: 'block' }

export const validateCommand = defineCommand({
  path: 'validate',
  summary: 'check the decision log and every current decision',
  about:
    'The nearest log at or above the folder is read; every check that needs no tool call is evaluated.\n' +
    'With --base, the decision files at HEAD and in the work tree may only have grown since the merge base of that ' +
    'revision and HEAD, and merging the two must give a valid log. A revision that git does not know is exit 3.',
  arguments: {},
  options: {
    base: option.text('REV', 'also check the history since the merge base with this revision'),
    run: option.toggle('run the commands of command_passes checks, accepted or not'),
  },
  examples: ['bylaw validate', 'bylaw validate --base origin/main --format github'],
  run: (world, input) => validateLog(world, input),
  renderText: renderValidation,
  formats: { sarif: renderSarif, github: renderGithub, junit: renderJunit },
  exit: ({ verdict }) => OUTCOMES[verdict],
})
