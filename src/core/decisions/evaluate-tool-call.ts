import { foldPath } from '../codec/fold-path.ts'
import { mayOverlap } from '../codec/glob-overlap.ts'
import { compileGlobs, globBase } from '../codec/globs.ts'
import type { HarnessName } from '../harness.ts'
import type { PolicyVerdict } from '../policy/classify-reading.ts'
import type { SimpleCommand } from '../shell/simple-command.ts'
import { type Check, type CheckOf, type Effect, effectOf, isStricter } from './check.ts'

/** One file that a tool call or a shell command would touch. */
export type ToolTarget = {
  /** Relative to the folder that holds the log, with `/`, never `''`; `.` is that folder itself. */
  readonly path: string
  readonly action: 'write' | 'edit' | 'delete' | 'move'
  /** The whole new text of a write, or of an edit whose result is known; else null. */
  readonly text: string | null
  /** The new pieces of an edit. */
  readonly pieces: readonly string[]
  /** The path is an unquoted shell glob. */
  readonly glob: boolean
  /** The text on disk: null where there is no file, absent where nobody looked. Only `append_only` asks. */
  readonly before?: string | null
}

/** All that a check may know of a tool call before it runs. */
export type ToolFacts = {
  readonly toolName: string
  readonly harness: HarnessName
  readonly commands: readonly SimpleCommand[]
  readonly shellFaults: readonly string[]
  readonly targets: readonly ToolTarget[]
  matchText(pattern: string, flags: string | undefined, text: string): boolean
  /** The name or glob that denies the tool under any harness's name for it, or null. */
  isToolDenied(patterns: readonly string[], toolName: string, harness: HarnessName): string | null
  matchesCommand(pattern: string, command: SimpleCommand): boolean
  /** What the command policy says of the shell command, permits considered; null for a tool that is no shell. */
  readonly policy: PolicyVerdict | null
}

export type CheckFailure = {
  readonly message: string
  readonly effect: Effect
  /** The rule of the command policy that decided. */
  readonly rule?: string
}

/** What fails, before it is known how strictly. */
type Failing = string | null

/** Whether a check fails for a tool call that is about to run. Null: it passes or does not look at tool calls. */
export function evaluateToolCall(check: Check, facts: ToolFacts, outer: Effect = 'deny'): CheckFailure | null {
  const effect = effectOf(check, outer)
  if (check.kind === 'all') return strictest(check.checks.map((part) => evaluateToolCall(part, facts, effect)))
  if (check.kind === 'command_policy') return policyFailure(check, facts.policy, effect)
  const message = messageFor(check, facts)
  return message === null ? null : { message, effect }
}

/** BLOCK denies and MANUAL asks, as far as the check's own effect goes; `audit` warns of both. */
function policyFailure(
  check: CheckOf<'command_policy'>,
  verdict: PolicyVerdict | null,
  outer: Effect,
): CheckFailure | null {
  if (verdict === null || verdict.action === 'ALLOW') return null
  const own: Effect = check.mode === 'audit' ? 'warn' : verdict.action === 'BLOCK' ? 'deny' : 'ask'
  const { rule, reason, text, span } = verdict
  const piece = span === null ? '' : ` (${shorten(text.slice(...span))})`
  return { rule, message: `${reason}${piece}`, effect: isStricter(own, outer) ? outer : own }
}

function strictest(failures: readonly (CheckFailure | null)[]): CheckFailure | null {
  return failures.reduce((worst, next) => {
    if (next === null || (worst !== null && !isStricter(next.effect, worst.effect))) return worst
    return next
  }, null)
}

function messageFor(check: Exclude<Check, { readonly kind: 'all' | 'command_policy' }>, facts: ToolFacts): Failing {
  switch (check.kind) {
    case 'tool_denied':
      return toolMessage(check, facts)
    case 'command_denied':
      return commandMessage(check, facts)
    case 'write_denied':
      return firstMessage(facts.targets, check, (target, glob) => {
        return `${VERBS[target.action]} ${shorten(target.path)} is denied (${glob}): change something else, or ask a person`
      })
    case 'text_required':
      return firstMessage(facts.targets, check, (target) => requiredMessage(check, target, facts))
    case 'text_forbidden':
      return firstMessage(facts.targets, check, (target) => forbiddenMessage(check, target, facts))
    case 'append_only':
      return firstMessage(facts.targets, { paths: check.paths ?? [] }, appendMessage)
    case 'path_exists':
    case 'path_absent':
    case 'hooks_registered':
    case 'command_passes':
    case 'evidence_required':
      return null
  }
}

function toolMessage(check: CheckOf<'tool_denied'>, { isToolDenied, toolName, harness }: ToolFacts): Failing {
  const named = isToolDenied(check.tools, toolName, harness)
  if (named === null) return null
  const why = named === toolName ? '' : ` (named ${shorten(named)})`
  return `the tool ${shorten(toolName)} is denied${why}: use another tool, or ask a person to revise the decision`
}

/** A text that could not be read to its end may hold any command. */
function commandMessage(check: CheckOf<'command_denied'>, facts: ToolFacts): Failing {
  for (const command of facts.commands) {
    const named = check.commands.find((pattern) => facts.matchesCommand(pattern, command))
    if (named === undefined) continue
    const words = shorten(command.words.map((word) => word.text).join(' '))
    return `the command ${words} is denied (${shorten(named)}): do it another way, or ask a person to run it`
  }
  const [fault] = facts.shellFaults
  if (fault === undefined) return null
  return `the shell text cannot be read (${shorten(fault)}), so it may hold a denied command: write it more plainly`
}

function requiredMessage(check: CheckOf<'text_required'>, target: ToolTarget, facts: ToolFacts): Failing {
  if (target.action !== 'write' || target.text === null) return null
  if (facts.matchText(check.pattern, check.flags, target.text)) return null
  return `${shorten(target.path)} must hold text that matches /${shorten(check.pattern)}/: add it to what you write`
}

function forbiddenMessage(check: CheckOf<'text_forbidden'>, target: ToolTarget, facts: ToolFacts): Failing {
  const texts = target.action === 'write' && target.text !== null ? [target.text] : target.pieces
  if (!texts.some((text) => facts.matchText(check.pattern, check.flags, text))) return null
  return `${shorten(target.path)} must not hold text that matches /${shorten(check.pattern)}/: leave it out`
}

/** Where nobody looked at the disk only what surely breaks the rule fails; the comparison afterwards finds the rest. */
function appendMessage(target: ToolTarget): Failing {
  const { action, text, before } = target
  const removes = action === 'delete' || action === 'move'
  const rewrites = typeof before === 'string' && text !== null && !text.startsWith(before)
  if (!removes && !rewrites) return null
  return `${VERBS[action]} ${shorten(target.path)} would change earlier bytes: only add to its end`
}

const VERBS: Readonly<Record<ToolTarget['action'], string>> = {
  write: 'writing',
  edit: 'editing',
  delete: 'deleting',
  move: 'moving',
}

type TargetMatcher = (target: ToolTarget) => string | null
type Paths = { readonly paths: readonly string[]; readonly except?: readonly string[] | undefined }

function firstMessage(
  targets: readonly ToolTarget[],
  paths: Paths,
  messageOf: (target: ToolTarget, glob: string) => Failing,
): Failing {
  // Most calls touch no file: nothing is compiled for them.
  if (targets.length === 0) return null
  const matches = matcherFor(paths)
  for (const target of targets) {
    const glob = matches(target)
    const message = glob === null ? null : messageOf(target, shorten(glob))
    if (message !== null) return message
  }
  return null
}

/** The glob that a target falls under, or null. */
function matcherFor({ paths, except = [] }: Paths): TargetMatcher {
  const rows = paths.map((glob) => ({ glob, matches: compileGlobs([glob]) }))
  const isExcepted = compileGlobs(except)
  return (target) => {
    const path = target.path.replace(/\/+$/, '')
    if (!target.glob && isExcepted(path)) return null
    return rows.find(({ glob, matches }) => matches(path) || reaches(target, path, glob))?.glob ?? null
  }
}

/**
 * A shell glob may stand for matching files; deleting or moving a folder takes along what lies in it. A write to a
 * place of which nothing is known is no match: it would deny every `> "$OUT"`, and the comparison afterwards sees it.
 */
function reaches(target: ToolTarget, path: string, glob: string): boolean {
  const isUnknown = target.action === 'write' && /^[*?/]*$/.test(path)
  if (target.glob && !isUnknown && mayOverlap(path, glob)) return true
  if (target.action !== 'delete' && target.action !== 'move') return false
  return path === '.' || mayHold(path, globBase(glob), target.glob)
}

function mayHold(folder: string, base: string, isGlob: boolean): boolean {
  if (base === '') return false
  return isGlob ? mayOverlap(`${folder}/**`, base) : foldPath(`${base}/`).startsWith(foldPath(`${folder}/`))
}

function shorten(text: string): string {
  return text.length <= 100 ? text : `${text.slice(0, 97)}...`
}
