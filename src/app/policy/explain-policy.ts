import { Refusal } from '../../core/fault.ts'
import { type CommandReading, explainCommand } from '../../core/policy/explain-command.ts'
import type { PolicyRule } from '../../core/policy/rule.ts'
import { isSeedRule, RULES } from '../../core/policy/rules.ts'
import type { World } from '../world.ts'
import { type CheckedCommand, checkPolicy, policyFor } from './check-policy.ts'
import type { AppliedPolicy } from './read-policy.ts'

/** A built-in rule as a person reads it. */
export type RuleSummary = Pick<PolicyRule, 'id' | 'level' | 'area' | 'reason'> & {
  /** One of the specification's own. */
  readonly seed: boolean
  readonly raised: boolean
  readonly example: string
}

export type PolicyExplanation =
  | {
      readonly kind: 'policy-reading'
      readonly applied: AppliedPolicy
      readonly reading: CommandReading
      readonly verdict: CheckedCommand
    }
  | { readonly kind: 'policy-rules'; readonly applied: AppliedPolicy; readonly rules: readonly RuleSummary[] }

export type PolicyExplainInput = {
  readonly command: string | null
  readonly rules: boolean
  readonly policy: string | null
}

/** How one command line is read and judged, or the rules themselves. */
export async function explainPolicy(world: World, input: PolicyExplainInput): Promise<PolicyExplanation> {
  if (input.rules) {
    const applied = await policyFor(world, input.policy)
    return { kind: 'policy-rules', applied, rules: RULES.map((rule) => summaryOf(rule, applied)) }
  }
  if (input.command === null)
    throw new Refusal({ code: 'usage/no-command', message: 'neither --command nor --rules was given' })
  const { command, policy } = input
  const { commands, applied } = await checkPolicy(world, { mode: 'enforce', command, file: null, policy })
  const [verdict] = commands
  if (verdict === undefined) throw new Error('one command line has one verdict')
  const reading = explainCommand(command, { folder: world.cwd, policy: applied.policy })
  return { kind: 'policy-reading', applied, reading, verdict }
}

function summaryOf(rule: PolicyRule, { policy }: AppliedPolicy): RuleSummary {
  const { id, level, area, reason, hits } = rule
  return { id, level, area, reason, seed: isSeedRule(rule), raised: policy?.raise.has(id) === true, example: hits[0] }
}
