import { openLog } from '../../../app/decisions/open-log.ts'
import { acceptChange } from '../../../app/sessions/accept-change.ts'
import { defineCommand } from '../../define-command.ts'
import { argument } from '../../options.ts'
import { renderAccept } from '../../render/accepted-change.ts'

export const acceptCommand = defineCommand({
  path: 'decisions accept',
  summary: 'take on a held or flagged change, or a command that a check runs',
  about: "For people. Refused while an agent's call runs, and inside an agent's own shell.",
  arguments: { id: argument.required('ID', 'the decision') },
  options: {},
  examples: ['bylaw decisions accept HDR-003'],
  async run(world, { id }) {
    const { project } = await openLog(world)
    await world.guard.assertPersonMayWrite(project)
    return acceptChange(world.sessionTools, project, id)
  },
  renderText: renderAccept,
  exit: () => 'ok',
})
