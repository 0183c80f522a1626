import type { ShellReading } from '../shell/simple-command.ts'
import { decidingPiece } from './deciding-piece.ts'
import { type FoundHit, findHits } from './find-hits.ts'
import type { PermitUse } from './permit.ts'
import { policyCommands } from './policy-commands.ts'
import { type CompiledPolicy, matchProjectRule } from './project-policy.ts'
import type { Branches, PolicyContext, PolicyLevel, Span } from './rule.ts'
import { isSeedRule } from './rules.ts'
import { savedDownloads } from './saved-downloads.ts'
import { isComment } from './strip-text.ts'

/** What is known around a command line. Everything may be left out: then it counts as not known. */
export type PolicyInput = {
  readonly branches?: Branches | null
  /** The absolute folder that the command starts in. */
  readonly folder?: string | null
  readonly policy?: CompiledPolicy | null
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

/** Classifies a text (`stripText`) that was read already; `classifyCommand` says how. The parser is not loaded here. */
export function classifyReading(text: string, reading: ShellReading, input: PolicyInput = {}): PolicyVerdict {
  if (text === '' || isComment(text)) return { ...ALLOWED, text, rule: 'empty', reason: 'no command supplied' }
  const context = policyContext(text, reading, input)
  const permits: PermitUse[] = []
  const open = findHits(context).filter((found) => {
    const use = input.permitFor?.(found, context) ?? null
    if (use !== null) permits.push(use)
    return use === null
  })
  const decided = decide(open, context, input.policy ?? null)
  if (decided !== null) return { ...decided, text, permits: [] }
  return { ...ALLOWED, text, permits: distinct(permits) }
}

/** The answer where no rule finds anything. */
export const ALLOWED: Omit<PolicyVerdict, 'text'> = {
  action: 'ALLOW',
  rule: 'allow',
  reason: 'no configured policy rule matched',
  source: 'built-in',
  span: null,
  permits: [],
}

/** What the rules look at: the text, its commands, and what is known around it. */
export function policyContext(text: string, reading: ShellReading, input: PolicyInput = {}): PolicyContext {
  const commands = policyCommands(reading.commands, text)
  let saved: ReadonlyMap<string, number> | null = null
  return {
    text,
    commands,
    faults: reading.faults,
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
      context.text,
    )
  const raisedHit = () =>
    fromHit(
      hits.find(({ rule }) => rule.level === 'MANUAL' && raised(rule.id)),
      'BLOCK',
      'policy',
      context.text,
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

function fromHit(
  found: FoundHit | undefined,
  action: PolicyLevel,
  source: 'built-in' | 'policy',
  text: string,
): Decision | null {
  if (found === undefined) return null
  return { action, rule: found.rule.id, reason: found.rule.reason, source, span: decidingPiece(found, text) }
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
