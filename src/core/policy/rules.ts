import type { PolicyRule } from './rule.ts'
import { ADVISOR_RULES } from './rules/advisor-rules.ts'
import { DATABASE_RULES } from './rules/database-rules.ts'
import { DELETE_RULES } from './rules/delete-rules.ts'
import { DOWNLOAD_RULES } from './rules/download-rules.ts'
import { GIT_RULES } from './rules/git-rules.ts'
import { MACHINE_RULES } from './rules/machine-rules.ts'
import { NETWORK_RULES } from './rules/network-rules.ts'
import { PROGRAM_RULES } from './rules/program-rules.ts'
import { PUBLICATION_RULES } from './rules/publication-rules.ts'
import { RUNNER_RULES } from './rules/runner-rules.ts'
import { SERVICE_RULES } from './rules/service-rules.ts'
import { TEXT_RULES } from './rules/text-rules.ts'

/** The rules of the specification, in the order in which they are tried (protocol-a sections 3.2 and 3.3). */
export const SEED_RULE_IDS = [
  'recursive-delete',
  'force-push',
  'main-push',
  'pipe-to-shell',
  'destructive-sql',
  'external-push',
  'external-send',
  'decision-advisor',
] as const

const ALL: readonly PolicyRule[] = [
  ...TEXT_RULES,
  ...DELETE_RULES,
  ...MACHINE_RULES,
  ...GIT_RULES,
  ...DOWNLOAD_RULES,
  ...NETWORK_RULES,
  ...PUBLICATION_RULES,
  ...DATABASE_RULES,
  ...SERVICE_RULES,
  ...RUNNER_RULES,
  ...PROGRAM_RULES,
  ...ADVISOR_RULES,
]

const SEED_ORDER = new Map<string, number>(SEED_RULE_IDS.map((id, at) => [id, at]))

export function isSeedRule(rule: PolicyRule): boolean {
  return SEED_ORDER.has(rule.id)
}

/** Every built-in rule: those of the specification first, in its order, then ours. */
export const RULES: readonly PolicyRule[] = ALL.map((rule, at) => ({
  rule,
  order: SEED_ORDER.get(rule.id) ?? SEED_RULE_IDS.length + at,
}))
  .sort((left, right) => left.order - right.order)
  .map(({ rule }) => rule)
