import type { HarnessName } from '../harness.ts'
import { CHECK_MOMENTS, type Check, type CheckOf, type Effect, effectOf, isStricter, type Moment } from './check.ts'

const HARNESS_NAMES: readonly HarnessName[] = ['claude-code', 'codex', 'opencode']

/** Before a tool only the registration of hooks is looked at. */
export type WorkspaceMoment = Moment

/** What a harness's settings say about us: nothing at all, nothing that can be seen from here, or event by event. */
export type HookEvents =
  | 'no-registration'
  | 'unknown'
  | { readonly registered: readonly string[]; readonly missing: readonly string[] }

export type CommandResult = 'passed' | 'failed' | 'not-accepted' | 'not-run'

/** Whether a criterion has fresh evidence. */
export type EvidenceResult =
  | { readonly kind: 'fresh'; readonly record: string }
  /** `run` is the command that makes it. */
  | { readonly kind: 'lacking'; readonly why: string; readonly run: string }

/** All that a check may ask about the work tree. Paths are relative to the folder that holds the log. */
export type WorkspaceFacts = {
  pathExists(path: string): boolean
  /** Files that match one of the globs. */
  matchedFiles(globs: readonly string[]): readonly string[]
  /** Null where the file is no UTF-8 text or cannot be read. */
  readText(path: string): string | null
  matchText(pattern: string, flags: string | undefined, text: string): boolean
  hookEvents(harness: HarnessName): HookEvents
  commandResult(argv: readonly string[], timeoutSeconds: number | undefined): CommandResult
  evidenceResult(check: CheckOf<'evidence_required'>): EvidenceResult
  /** Files of `append_only` whose earlier bytes are not as they were. Absent where nothing was noted before. */
  changedEarlier?(paths: readonly string[]): readonly string[]
  /** Files of `write_denied` that changed since they were noted. Absent where nothing was noted before. */
  changedFiles?(paths: readonly string[], except: readonly string[]): readonly string[]
}

export type WorkspaceOutcome =
  | { readonly kind: 'passed'; readonly message: string }
  | { readonly kind: 'failed'; readonly message: string; readonly effect: Effect }
  /** It should have been looked at and could not be; the message says why and what to do. */
  | { readonly kind: 'not-checked'; readonly message: string }
  /** Not looked at at this moment. */
  | { readonly kind: 'not-applicable'; readonly message: string }

type PlainCheck = Exclude<Check, { readonly kind: 'all' }>

/** A verdict before it is known how strictly the check is meant. */
type Verdict = { readonly kind: WorkspaceOutcome['kind']; readonly message: string; readonly effect?: Effect }

/**
 * Whether a check holds in the work tree at this moment. Before a tool only the registration of hooks is looked at,
 * and never more than warned of; everything else is for `evaluateToolCall`.
 */
export function evaluateWorkspace(
  check: Check,
  moment: WorkspaceMoment,
  facts: WorkspaceFacts,
  outer: Effect = 'deny',
): WorkspaceOutcome {
  const effect = effectOf(check, outer)
  if (check.kind === 'all') return joined(check.checks.map((part) => evaluateWorkspace(part, moment, facts, effect)))
  const looksAtTree = moment !== 'before-tool' || check.kind === 'hooks_registered'
  if (!looksAtTree || !CHECK_MOMENTS[check.kind].includes(moment)) {
    return { kind: 'not-applicable', message: `${check.kind} is not evaluated at this moment` }
  }
  const verdict = judge(check, facts)
  const { kind, message } = verdict
  if (kind !== 'failed') return { kind, message }
  return { kind, message, effect: moment === 'before-tool' ? 'warn' : (verdict.effect ?? effect) }
}

/** The strictest failure, else what could not be checked, else what passed. */
function joined(outcomes: readonly WorkspaceOutcome[]): WorkspaceOutcome {
  const failures = outcomes.filter((outcome) => outcome.kind === 'failed')
  const [first, ...others] = failures
  if (first !== undefined)
    return others.reduce((worst, next) => (isStricter(next.effect, worst.effect) ? next : worst), first)
  const uncertain =
    outcomes.find(({ kind }) => kind === 'not-checked') ?? outcomes.find(({ kind }) => kind === 'passed')
  return uncertain ?? { kind: 'not-applicable', message: 'no part of it is evaluated at this moment' }
}

function judge(check: PlainCheck, facts: WorkspaceFacts): Verdict {
  switch (check.kind) {
    case 'path_exists':
      return facts.pathExists(check.path)
        ? passed(`${check.path} exists`)
        : failed(`${check.path} does not exist: create it`)
    case 'path_absent':
      return facts.pathExists(check.path)
        ? failed(`${check.path} exists: remove it`)
        : passed(`${check.path} is absent`)
    case 'text_required':
      return judgeRequired(check, facts)
    case 'text_forbidden':
      return judgeForbidden(check, facts)
    case 'write_denied':
      return judgeWritten(check, facts)
    case 'append_only':
      return judgeAppended(check, facts)
    case 'hooks_registered':
      return judgeHooks(check, facts)
    case 'command_passes':
      return judgeCommand(check, facts)
    case 'evidence_required':
      return judgeEvidence(check, facts)
    case 'tool_denied':
    case 'command_denied':
    case 'command_policy':
      return { kind: 'not-applicable', message: `${check.kind} looks at tool calls` }
  }
}

function judgeRequired(check: CheckOf<'text_required'>, facts: WorkspaceFacts): Verdict {
  const files = facts.matchedFiles(check.paths)
  if (files.length === 0) return notChecked(`no file matches ${listed(check.paths)}`)
  const missing = files.filter((file) => {
    const text = facts.readText(file)
    return text === null || !facts.matchText(check.pattern, check.flags, text)
  })
  if (missing.length === 0) return passed(`${counted(files)} with ${expression(check)}`)
  return failed(`${listed(missing)} ${missing.length === 1 ? 'lacks' : 'lack'} ${expression(check)}: add it`)
}

/** A file that is no text holds no text. */
function judgeForbidden(check: CheckOf<'text_forbidden'>, facts: WorkspaceFacts): Verdict {
  const files = facts.matchedFiles(check.paths)
  const holding = files.filter((file) => {
    const text = facts.readText(file)
    return text !== null && facts.matchText(check.pattern, check.flags, text)
  })
  if (holding.length === 0) return passed(`${counted(files)} without ${expression(check)}`)
  return failed(`${listed(holding)} ${holding.length === 1 ? 'holds' : 'hold'} ${expression(check)}: remove it`)
}

/** Reported only: the change may be a person's. */
function judgeWritten(check: CheckOf<'write_denied'>, facts: WorkspaceFacts): Verdict {
  if (facts.changedFiles === undefined) return { kind: 'not-applicable', message: 'nothing was noted before' }
  const changed = facts.changedFiles(check.paths, check.except ?? [])
  if (changed.length === 0) return passed(`nothing changed in ${listed(check.paths)}`)
  return {
    ...failed(`${listed(changed)} changed, which is denied to agents: put it back, or tell a person`),
    effect: 'warn',
  }
}

function judgeAppended(check: CheckOf<'append_only'>, facts: WorkspaceFacts): Verdict {
  if (check.paths === undefined) return { kind: 'not-applicable', message: 'the decision log is held as LOG-INTEGRITY' }
  if (facts.changedEarlier === undefined) return notChecked(`nothing was noted before of ${listed(check.paths)}`)
  const changed = facts.changedEarlier(check.paths)
  if (changed.length === 0) return passed(`${listed(check.paths)} only grew`)
  return failed(`${listed(changed)} changed before the end: put the earlier bytes back`)
}

function judgeHooks(check: CheckOf<'hooks_registered'>, facts: WorkspaceFacts): Verdict {
  const rows = (check.harnesses ?? HARNESS_NAMES).map((harness) => ({ harness, found: facts.hookEvents(harness) }))
  const asked = check.harnesses === undefined ? rows.filter(({ found }) => found !== 'no-registration') : rows
  if (asked.length === 0) return notChecked('no harness has our hooks: run bylaw hooks install --harness NAME --apply')
  const hidden = asked.find(({ found }) => found === 'unknown')
  if (hidden !== undefined) return notChecked(`the hooks of ${hidden.harness} cannot be seen from here`)
  const problems = asked.flatMap(({ harness, found }) => {
    if (found === 'unknown') return []
    if (found === 'no-registration') return [`our hooks are not registered in ${harness}`]
    const missing = check.events?.filter((event) => !found.registered.includes(event)) ?? found.missing
    return missing.length === 0 ? [] : [`${harness} lacks our hooks for ${listed(missing)}`]
  })
  const names = asked.map(({ harness }) => harness).join(', ')
  if (problems.length === 0) return passed(`our hooks are registered in ${names}`)
  return failed(`${problems.join('; ')}: run bylaw hooks install --harness NAME --apply`)
}

function judgeCommand(check: CheckOf<'command_passes'>, facts: WorkspaceFacts): Verdict {
  const command = shorten(check.argv.join(' '))
  switch (facts.commandResult(check.argv, check.timeout)) {
    case 'passed':
      return passed(`${command} passed`)
    case 'failed':
      return failed(`${command} failed: run it and mend what it reports`)
    case 'not-accepted':
      return notChecked(`nobody accepted ${command} on this machine: a person runs bylaw decisions accept ID`)
    case 'not-run':
      return notChecked(`${command} was not run: bylaw validate --run runs it`)
  }
}

function judgeEvidence(check: CheckOf<'evidence_required'>, facts: WorkspaceFacts): Verdict {
  const result = facts.evidenceResult(check)
  if (result.kind === 'fresh') return passed(`${check.criterion} has fresh evidence: ${result.record}`)
  return failed(`no fresh evidence of ${check.criterion}: ${result.why}; run: ${result.run}`)
}

function passed(message: string): Verdict {
  return { kind: 'passed', message }
}

function failed(message: string): Verdict {
  return { kind: 'failed', message }
}

function notChecked(message: string): Verdict {
  return { kind: 'not-checked', message }
}

function expression(check: CheckOf<'text_required' | 'text_forbidden'>): string {
  return `text that matches /${shorten(check.pattern)}/${check.flags ?? ''}`
}

function counted(files: readonly string[]): string {
  return files.length === 1 ? '1 file' : `${files.length} files`
}

const LISTED_MAX = 3

function listed(items: readonly string[]): string {
  const shown = items.slice(0, LISTED_MAX).map(shorten).join(', ')
  return items.length <= LISTED_MAX ? shown : `${shown} and ${items.length - LISTED_MAX} more`
}

function shorten(text: string): string {
  return text.length <= 100 ? text : `${text.slice(0, 97)}...`
}
