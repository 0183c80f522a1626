import { restoreLog } from '../../../app/decisions/restore-log.ts'
import { defineCommand } from '../../define-command.ts'
import { argument, option } from '../../options.ts'
import { renderRestore } from '../../render/restore.ts'

export const restoreCommand = defineCommand({
  path: 'decisions restore',
  summary: 'put back the history that a session began with',
  about:
    'What lies there now is first moved into a quarantine folder, which is printed. ' +
    'Without --session the one live session in violation is meant; several are listed.',
  arguments: { id: argument.optional('ID', 'only this decision') },
  options: { session: option.text('KEY', 'the session, as the denial prints it') },
  examples: ['bylaw decisions restore', 'bylaw decisions restore HDR-003 --session codex/0198c1f2'],
  run: (world, input) => restoreLog(world, input),
  renderText: renderRestore,
  exit: () => 'ok',
})
