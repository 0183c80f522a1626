import type { CommandRule, PolicyCommand, PolicyContext, PolicyRule, RuleHit } from './rule.ts'
import { RULES } from './rules.ts'

/** What a rule found, and in which command; null for the text as a whole. */
export type FoundHit = { readonly rule: PolicyRule; readonly hit: RuleHit; readonly command: PolicyCommand | null }

/** Rules with their places, by the programs that they look at: most programs concern few rules. */
const BY_PROGRAM = new Map<string, readonly CommandRule[]>()
const FOR_ANY = RULES.filter((rule): rule is CommandRule => !('findText' in rule) && rule.programs === null)
const PLACES = new Map<PolicyRule, number>(RULES.map((rule, at) => [rule, at]))

for (const rule of RULES) {
  if ('findText' in rule || rule.programs === null) continue
  for (const program of rule.programs) BY_PROGRAM.set(program, [...(BY_PROGRAM.get(program) ?? []), rule])
}

/** Everything that the rules find, in the order of the rules; `only` narrows them. */
export function findHits(context: PolicyContext, only?: readonly PolicyRule[]): readonly FoundHit[] {
  const found: FoundHit[] = []
  for (const rule of RULES) {
    const hit = 'findText' in rule ? rule.findText(context) : null
    if (hit !== null) found.push({ rule, hit, command: null })
  }
  for (const command of context.commands) {
    for (const rule of rulesFor(command)) {
      const hit = rule.find(command, context)
      if (hit !== null) found.push({ rule, hit, command })
    }
  }
  const wanted = only === undefined ? found : found.filter(({ rule }) => only.includes(rule))
  return wanted.sort((left, right) => placeOf(left.rule) - placeOf(right.rule))
}

/** The rules that look at a command. */
export function rulesFor({ name }: PolicyCommand): readonly CommandRule[] {
  const own = BY_PROGRAM.get(name)
  return own === undefined ? FOR_ANY : [...own, ...FOR_ANY]
}

function placeOf(rule: PolicyRule): number {
  return PLACES.get(rule) ?? RULES.length
}
