import { parseCommandLine } from '../shell/parse-command-line.ts'
import type { ShellReading } from '../shell/simple-command.ts'
import { type FoundHit, findHits } from './find-hits.ts'
import type { Permit, PermitUse } from './permit.ts'
import { policyCommands } from './policy-commands.ts'
import { type CompiledPolicy, matchProjectRule } from './project-policy.ts'
import type { Branches, PolicyContext, PolicyLevel, Span } from './rule.ts'
import { isComment } from './rules/text-rules.ts'
import { isSeedRule } from './rules.ts'
import { savedDownloads } from './saved-downloads.ts'

/** What is known around a command line. Everything may be left out: then it counts as not known. */
export type PolicyInput = {
  readonly branches?: Branches | null
  /** The absolute folder that the command starts in. */
  readonly folder?: string | null
  readonly policy?: CompiledPolicy | null
  /** Of exactly this text, where it was read already. */
  readonly reading?: ShellReading
  /** Says which permit lets a hit of a built-in BLOCK or MANUAL rule pass; null for none. */
  readonly permitFor?: (found: FoundHit, context: PolicyContext) => PermitUse | null
}

/** The answer for one command line, with what decided. */
export type PolicyVerdict = {
  readonly action: PolicyLevel
  /** The rule's id, `empty` or `allow`. */
  readonly rule: string
  readonly reason: string
  readonly source: 'built-in' | 'policy'
  /** The piece of the text that decided, as offsets in `text`; null for ALLOW. */
  readonly span: Span | null
  /** The command line as it was judged: without outer blanks, its line ends as `\n`. */
  readonly text: string
  /** The permits that an ALLOW rests on. */
  readonly permits: readonly PermitUse[]
}

const PROTECTED = ['main', 'master']

/**
 * Classifies one command line (specification protocol-a section 3): the first of these that finds something decides.
 * Built-in BLOCK rules of the specification, MANUAL rules that the project raised, the project's BLOCK rules, our own
 * BLOCK rules; then the same order for MANUAL; else ALLOW. It runs nothing and reads no file. Never throws.
 */
export function classifyCommand(text: string, input: PolicyInput = {}): PolicyVerdict {
  const stripped = stripText(text)
  if (stripped === '' || isComment(stripped)) {
    return { ...ALLOWED, text: stripped, rule: 'empty', reason: 'no command supplied' }
  }
  const { reading, ...given } = input
  const context = policyContext(stripped, reading && stripped === text ? input : given)
  const hits = findHits(context)
  const permits: PermitUse[] = []
  const open = hits.filter((found) => {
    const use = input.permitFor?.(found, context) ?? null
    if (use !== null) permits.push(use)
    return use === null
  })
  const decided = decide(open, context, input.policy ?? null)
  if (decided !== null) return { ...decided, text: stripped, permits: [] }
  return { ...ALLOWED, text: stripped, permits: distinct(permits) }
}

const ALLOWED: Omit<PolicyVerdict, 'text'> = {
  action: 'ALLOW',
  rule: 'allow',
  reason: 'no configured policy rule matched',
  source: 'built-in',
  span: null,
  permits: [],
}

/** Outer blanks as Python strips them; line ends of Windows are those of a shell. */
export function stripText(text: string): string {
  const lines = text.replaceAll('\r\n', '\n')
  let start = 0
  let end = lines.length
  while (start < end && BLANK.test(lines.charAt(start))) start += 1
  while (end > start && BLANK.test(lines.charAt(end - 1))) end -= 1
  return lines.slice(start, end)
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the separators U+001C to U+001F are blanks in Python
const BLANK = /[\s\u001c-\u001f\u0085]/

/** What the rules look at: the text, its commands, and what is known around it. */
export function policyContext(text: string, input: PolicyInput = {}): PolicyContext {
  const { commands: read, faults } = input.reading ?? parseCommandLine(text)
  const commands = policyCommands(read, text)
  let saved: ReadonlyMap<string, number> | null = null
  return {
    text,
    commands,
    faults,
    savedDownloads: () => {
      saved ??= savedDownloads(commands)
      return saved
    },
    branches: input.branches ?? null,
    protectedBranches: [...PROTECTED, ...(input.policy?.protectedBranches ?? []).map((name) => name.toLowerCase())],
    folder: input.folder ?? null,
  }
}

type Decision = Omit<PolicyVerdict, 'text' | 'permits'>

/** The first that matches, in the order of trial. */
function decide(hits: readonly FoundHit[], context: PolicyContext, policy: CompiledPolicy | null): Decision | null {
  const raised = (id: string) => policy?.raise.has(id) === true
  const builtIn = (level: 'BLOCK' | 'MANUAL', seed: boolean) =>
    fromHit(
      hits.find(({ rule }) => rule.level === level && isSeedRule(rule) === seed && !raised(rule.id)),
      level,
      'built-in',
    )
  const raisedHit = () =>
    fromHit(
      hits.find(({ rule }) => rule.level === 'MANUAL' && raised(rule.id)),
      'BLOCK',
      'policy',
    )
  return (
    builtIn('BLOCK', true) ??
    raisedHit() ??
    fromProject('BLOCK', context, policy) ??
    builtIn('BLOCK', false) ??
    builtIn('MANUAL', true) ??
    fromProject('MANUAL', context, policy) ??
    builtIn('MANUAL', false)
  )
}

function fromHit(found: FoundHit | undefined, action: PolicyLevel, source: 'built-in' | 'policy'): Decision | null {
  if (found === undefined) return null
  return { action, rule: found.rule.id, reason: found.rule.reason, source, span: found.hit.span }
}

function fromProject(
  level: 'BLOCK' | 'MANUAL',
  context: PolicyContext,
  policy: CompiledPolicy | null,
): Decision | null {
  for (const rule of policy?.rules ?? []) {
    if (rule.level !== level) continue
    const span = matchProjectRule(rule, context.text, context.commands)
    if (span !== null) return { action: level, rule: rule.id, reason: rule.reason, source: 'policy', span }
  }
  return null
}

function distinct(permits: readonly PermitUse[]): readonly PermitUse[] {
  return permits.filter(
    (use, at) => permits.findIndex((other) => other.decision === use.decision && other.rule === use.rule) === at,
  )
}
