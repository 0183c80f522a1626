import * as z from 'zod/mini'
import {
  BRANCH_LENGTH_MAX,
  BRANCHES_MAX,
  LINE_MAX,
  POLICY_SCHEMA,
  RULE_ID_PATTERN,
  RULES_MAX,
} from './project-policy.ts'
import { PATTERN_LENGTH_MAX } from './python-pattern.ts'

const line = z.string().check(z.regex(/\S/), z.maxLength(LINE_MAX))

const ruleHead = {
  id: z.string().check(z.regex(RULE_ID_PATTERN)),
  action: z.enum(['BLOCK', 'MANUAL']),
  reason: line,
}

/**
 * The shape of a policy file, for editors and other programs. `parseProjectPolicy` checks without it, as a hook reads the
 * file at every shell command and is to load no package; a test holds the two together.
 */
export const projectPolicySchema = z.strictObject({
  schema: z.literal(POLICY_SCHEMA),
  rules: z.optional(
    z
      .array(
        z.union([
          z.strictObject({ ...ruleHead, pattern: z.string().check(z.minLength(1), z.maxLength(PATTERN_LENGTH_MAX)) }),
          z.strictObject({ ...ruleHead, command: line }),
        ]),
      )
      .check(z.maxLength(RULES_MAX)),
  ),
  raise: z.optional(z.record(z.string().check(z.regex(RULE_ID_PATTERN)), z.literal('BLOCK'))),
  protected_branches: z.optional(
    z
      .array(z.string().check(z.minLength(1), z.maxLength(BRANCH_LENGTH_MAX)))
      .check(z.minLength(1), z.maxLength(BRANCHES_MAX)),
  ),
})

/** The published JSON Schema by file name. */
export function policyJsonSchemas(): Readonly<Record<string, unknown>> {
  const body = z.toJSONSchema(projectPolicySchema, { target: 'draft-7' })
  return { 'hpp.policy.v1.schema.json': { title: 'policy file of a project, hpp.policy/v1', ...body } }
}
