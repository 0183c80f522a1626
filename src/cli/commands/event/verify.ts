import { verifyEvents } from '../../../app/events/verify-events.ts'
import { defineCommand } from '../../define-command.ts'
import { eventVerificationJson, renderEventVerification } from '../../render/event-verification.ts'
import { allowedSignersOption } from '../sign-options.ts'
import { workOption } from './log-options.ts'

export const eventVerifyCommand = defineCommand({
  path: 'event verify',
  summary: 'follow the hash chain of the event log from its first line',
  about:
    'A broken chain ends with 2 and names the first line that does not follow; so does a log ' +
    'that records beside it saw otherwise, or whose signatures are refused. The loop is not looked at.',
  arguments: {},
  options: { ...workOption, ...allowedSignersOption },
  examples: ['bylaw event verify', 'bylaw event verify --json'],
  run: (world, input) => verifyEvents(world, input),
  renderText: renderEventVerification,
  toJson: eventVerificationJson,
  exit: ({ status }) => (status === 'broken' ? 'block' : 'ok'),
})
