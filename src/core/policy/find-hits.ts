import type { CommandRule, PolicyCommand, PolicyContext, PolicyRule, RuleHit, TextRule } from './rule.ts'
import { RULES } from './rules.ts'

/** What a rule found, and in which command; null for the text as a whole. */
export type FoundHit = { readonly rule: PolicyRule; readonly hit: RuleHit; readonly command: PolicyCommand | null }

/** Everything that rules find, in their order. */
export function findHits(context: PolicyContext, rules: readonly PolicyRule[] = RULES): readonly FoundHit[] {
  return rules.flatMap((rule) => ('findText' in rule ? findInText(rule, context) : findInCommands(rule, context)))
}

function findInText(rule: TextRule, context: PolicyContext): readonly FoundHit[] {
  const hit = rule.findText(context)
  return hit === null ? [] : [{ rule, hit, command: null }]
}

function findInCommands(rule: CommandRule, context: PolicyContext): readonly FoundHit[] {
  return context.commands.flatMap((command): FoundHit[] => {
    if (rule.programs !== null && !rule.programs.includes(command.name)) return []
    const hit = rule.find(command, context)
    return hit === null ? [] : [{ rule, hit, command }]
  })
}
