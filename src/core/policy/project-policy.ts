import type { JsonFaultCode } from '../codec/json-value.ts'
import { matchesCommandPattern } from '../shell/command-pattern.ts'
import type { PolicyCommand, Span } from './rule.ts'

/** The schema name that a policy file begins with. */
export const POLICY_SCHEMA = 'hpp.policy/v1'

/** A policy file over this is refused by name. */
export const POLICY_BYTES_MAX = 262_144
export const RULES_MAX = 200
export const RULE_ID_PATTERN = /^[a-z0-9][a-z0-9-]{0,63}$/
/** Reasons and command patterns. */
export const LINE_MAX = 1000
export const BRANCHES_MAX = 100
export const BRANCH_LENGTH_MAX = 255

type ProjectRuleHead = {
  readonly id: string
  readonly level: 'MANUAL' | 'BLOCK'
  /** Without outer blanks. */
  readonly reason: string
}

/** A rule of the project: a regular expression of Python over the text, or the words that a command begins with. */
export type ProjectRule = ProjectRuleHead &
  ({ readonly pattern: string; readonly command: null } | { readonly pattern: null; readonly command: string })

/** A project's policy file. It adds to the built-in policy and takes nothing away. */
export type ProjectPolicy = {
  /** In the order of the file. */
  readonly rules: readonly ProjectRule[]
  /** Ids of built-in MANUAL rules that are BLOCK here. */
  readonly raise: ReadonlySet<string>
  /** Branches protected beside main and master; lower case, without `refs/heads/`. */
  readonly protectedBranches: readonly string[]
}

/** Where a pattern matches in a text, or null. */
export type FindPattern = (text: string) => Span | null

export type CompiledRule = ProjectRule & {
  /** Null for a rule with `command`. */
  readonly find: FindPattern | null
}

/** A policy that is ready to match (`compileProjectPolicy`). */
export type CompiledPolicy = Omit<ProjectPolicy, 'rules'> & { readonly rules: readonly CompiledRule[] }

/** What a policy file has to know of a built-in rule. */
export type BuiltInRule = { readonly id: string; readonly level: 'MANUAL' | 'BLOCK' }

export type PolicyFaultCode =
  | JsonFaultCode
  | 'too-large'
  | 'not-utf8'
  | 'bad-shape'
  | 'unsupported-schema'
  | 'unknown-key'
  | 'bad-id'
  | 'only-hardens'
  | 'bad-pattern'
  | 'bad-raise'
  | 'bad-branch'

/** The piece of the text (as it is judged, without outer blanks) that a project's rule is about, or null. */
export function matchProjectRule(rule: CompiledRule, text: string, commands: readonly PolicyCommand[]): Span | null {
  if (rule.command === null) return rule.find === null ? null : rule.find(text)
  const pattern = rule.command
  return commands.find((command) => isMeant(pattern, command))?.command.span ?? null
}

/** Also by the name that built-in rules know the program by: without case, folder and `.exe`. */
function isMeant(pattern: string, { name, command }: PolicyCommand): boolean {
  if (matchesCommandPattern(pattern, command)) return true
  const [program, ...rest] = command.words
  if (name === '' || program === undefined) return false
  const named = { ...command, words: [{ text: name, dynamic: false, span: program.span }, ...rest] }
  return matchesCommandPattern(
    pattern.replace(/^\S+/, (word) => word.toLowerCase()),
    named,
  )
}
