import { checkPolicy, type PolicyCheck } from '../../../app/policy/check-policy.ts'
import type { Outcome } from '../../../core/exit-code.ts'
import { defineCommand } from '../../define-command.ts'
import { argument, option } from '../../options.ts'
import { policyCheckJson, renderPolicyCheck } from '../../render/policy-check.ts'
import { UsageMistake } from '../../trouble.ts'

export const policyCheckCommand = defineCommand({
  path: 'policy check',
  summary: 'say ALLOW, MANUAL or BLOCK for a command line',
  about:
    'Reads the command as a shell would and runs nothing. In enforce mode BLOCK ends with 2 and MANUAL with 1; in audit ' +
    'mode the answer is only printed. Permits of current decisions count.',
  arguments: { text: argument.optional('COMMAND', 'the command line, in one word; the same as --command') },
  options: {
    command: option.text('TEXT', 'the command line'),
    file: option.text('FILE', 'a script or history, one verdict a command; - reads standard input'),
    mode: option.choice(['audit', 'enforce'], 'enforce by default'),
    policy: option.text('FILE', 'instead of .hpp/policy.json here and above, up to the top of the repository'),
  },
  examples: [
    "bylaw policy check --command 'git status'",
    "bylaw policy check --mode audit --command 'rm -rf src'",
    'bylaw policy check --mode audit --file -',
  ],
  run: (world, input) => checkPolicy(world, { ...input, ...commandOf(input), mode: input.mode ?? 'enforce' }),
  renderText: renderPolicyCheck,
  toJson: policyCheckJson,
  exit: outcomeOf,
})

function commandOf({ text, command, file }: { text: string | null; command: string | null; file: string | null }) {
  const given = [text, command, file].filter((one) => one !== null)
  if (given.length > 1) throw new UsageMistake('one command line, or one file of them', 'bylaw policy check --help')
  return { command: command ?? text }
}

function outcomeOf({ mode, action }: PolicyCheck): Outcome {
  if (mode === 'audit' || action === 'ALLOW') return 'ok'
  return action === 'BLOCK' ? 'block' : 'warn'
}
