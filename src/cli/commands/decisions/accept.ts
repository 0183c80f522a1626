import { acceptChange } from '../../../app/decisions/accept-change.ts'
import { defineCommand } from '../../define-command.ts'
import { argument } from '../../options.ts'
import { renderAccept } from '../../render/accept.ts'

export const acceptCommand = defineCommand({
  path: 'decisions accept',
  summary: 'take on a change that is held or flagged, or a command',
  about: 'For people. A command_passes check runs on this machine only once its command was accepted here.',
  arguments: { id: argument.required('ID', 'the decision') },
  options: {},
  examples: ['bylaw decisions accept HDR-003'],
  run: (world, input) => acceptChange(world, input),
  renderText: renderAccept,
  exit: () => 'ok',
})
