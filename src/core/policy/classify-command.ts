import { parseCommandLine } from '../shell/parse-command-line.ts'
import type { ShellReading } from '../shell/simple-command.ts'
import { policyCommands } from './policy-commands.ts'
import type { Branches, PolicyContext, PolicyRule, RuleHit } from './rule.ts'
import { RULES } from './rules.ts'

export type PolicyInput = {
  readonly branches: Branches | null
  readonly protectedBranches: readonly string[]
  readonly folder: string | null
}

export const NO_FACTS: PolicyInput = { branches: null, protectedBranches: ['main', 'master'], folder: null }

export type FoundHit = { readonly rule: PolicyRule; readonly hit: RuleHit; readonly command: number }

/** What the rules look at: the text, its commands, and what is known around it. */
export function policyContext(text: string, input: PolicyInput, reading?: ShellReading): PolicyContext {
  const { commands, faults } = reading ?? parseCommandLine(text)
  return { ...input, text, commands: policyCommands(commands, text), faults }
}

/** Everything that the built-in rules find, in their order. */
export function findHits(context: PolicyContext, rules: readonly PolicyRule[] = RULES): readonly FoundHit[] {
  return rules.flatMap((rule) =>
    context.commands.flatMap((command): FoundHit[] => {
      if (rule.programs !== null && !rule.programs.includes(command.name)) return []
      const hit = rule.find(command, context)
      return hit === null ? [] : [{ rule, hit, command: command.index }]
    }),
  )
}
