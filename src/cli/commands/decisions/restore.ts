import { restoreLog } from '../../../app/sessions/restore-log.ts'
import { defineCommand } from '../../define-command.ts'
import { argument, option } from '../../options.ts'
import { renderRestore } from '../../render/restored-log.ts'

export const restoreCommand = defineCommand({
  path: 'decisions restore',
  summary: "put a session's decision files back as its baseline has them",
  about: 'What was there before is kept in a quarantine folder first, and its place is printed.',
  arguments: { id: argument.optional('ID', 'only this decision') },
  options: { session: option.text('KEY', 'the session, as a denial prints it: harness/session') },
  examples: ['bylaw decisions restore', 'bylaw decisions restore HDR-003 --session claude-code/7f2345b1'],
  run: async (world, { id, session }) => restoreLog(world.sessionTools, { cwd: world.cwd, id, session }),
  renderText: renderRestore,
  exit: (report) => (report.left.length > 0 ? 'block' : 'ok'),
})
