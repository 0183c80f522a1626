import type { CommandRule, PolicyCommand, PolicyContext, PolicyRule, RuleHit, TextRule } from './rule.ts'
import { RULES } from './rules.ts'

/** What a rule found, and in which command; null for the text as a whole. */
export type FoundHit = { readonly rule: PolicyRule; readonly hit: RuleHit; readonly command: PolicyCommand | null }

const COMMAND_RULES = RULES.filter((rule): rule is CommandRule => !('findText' in rule))
const TEXT_RULES = RULES.filter((rule): rule is TextRule => 'findText' in rule)
const PLACES = new Map<PolicyRule, number>(RULES.map((rule, at) => [rule, at]))

/** The rules for each program that was seen: most programs concern few. */
const BY_PROGRAM = new Map<string, readonly CommandRule[]>()
const PROGRAMS_MAX = 4096

/** Everything that the rules find, in the order of the rules; `only` narrows them. */
export function findHits(context: PolicyContext, only?: readonly PolicyRule[]): readonly FoundHit[] {
  const found: FoundHit[] = []
  for (const rule of TEXT_RULES) {
    const hit = rule.findText(context)
    if (hit !== null) found.push({ rule, hit, command: null })
  }
  for (const command of context.commands) {
    for (const rule of rulesFor(command)) {
      const hit = rule.find(command, context)
      if (hit !== null) found.push({ rule, hit, command })
    }
  }
  if (found.length === 0) return found
  const wanted = only === undefined ? found : found.filter(({ rule }) => only.includes(rule))
  return wanted.sort((left, right) => placeOf(left.rule) - placeOf(right.rule))
}

/** The rules that look at a command. */
export function rulesFor({ name }: PolicyCommand): readonly CommandRule[] {
  const known = BY_PROGRAM.get(name)
  if (known !== undefined) return known
  const rules = COMMAND_RULES.filter((rule) => concerns(rule, name))
  if (BY_PROGRAM.size < PROGRAMS_MAX && name.length < 100) BY_PROGRAM.set(name, rules)
  return rules
}

function concerns({ programs }: CommandRule, name: string): boolean {
  if (programs === null) return true
  return typeof programs === 'function' ? programs(name) : programs.includes(name)
}

function placeOf(rule: PolicyRule): number {
  return PLACES.get(rule) ?? RULES.length
}
