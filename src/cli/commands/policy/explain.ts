import { explainPolicy } from '../../../app/policy/explain-policy.ts'
import { defineCommand } from '../../define-command.ts'
import { argument, option } from '../../options.ts'
import { policyExplanationJson, renderPolicyExplanation } from '../../render/policy-explanation.ts'

export const policyExplainCommand = defineCommand({
  path: 'policy explain',
  summary: 'show how a command line is read and which rule decides',
  about:
    'Each simple command with what it resolves to, the rules that looked at it, and the piece of text that decided.',
  arguments: { text: argument.optional('COMMAND', 'the command line, in one word; the same as --command') },
  options: {
    command: option.text('TEXT', 'the command line'),
    rules: option.toggle('list the built-in rules instead'),
    policy: option.text('FILE', 'instead of .hpp/policy.json here and above, up to the top of the repository'),
  },
  examples: ["bylaw policy explain --command 'cd app && rm -rf dist'", 'bylaw policy explain --rules'],
  run: (world, input) => explainPolicy(world, { ...input, command: input.command ?? input.text }),
  renderText: renderPolicyExplanation,
  toJson: policyExplanationJson,
  exit: () => 'ok',
})
