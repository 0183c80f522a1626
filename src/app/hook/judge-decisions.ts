import type { Check } from '../../core/decisions/check.ts'
import {
  type CheckFailure,
  evaluateToolCall,
  type ToolFacts,
  type ToolTarget,
} from '../../core/decisions/evaluate-tool-call.ts'
import type { FileOperation } from '../../core/hook.ts'
import type { LocatedOperation } from '../../core/sessions/judge-operation.ts'
import { holdsKind } from '../../core/sessions/log-index.ts'
import { relativeTo } from '../../core/sessions/log-paths.ts'
import type { LogState } from '../../core/sessions/log-state.ts'
import { calledPrograms, mayMatchPattern } from '../../core/shell/called-programs.ts'
import { matchesCommandPattern } from '../../core/shell/command-pattern.ts'
import type { SimpleCommand } from '../../core/shell/simple-command.ts'
import { isToolDenied } from '../../core/tools/tool-names.ts'
import type { CallContext, Objection } from './call-context.ts'
import type { ShellJudgement, ShellTarget } from './judge-shell.ts'
import { loadTextMatcher } from './load-text-matcher.ts'

const FILE_BYTES_MAX = 8 * 1024 * 1024

export type DecisionInput = {
  readonly operations: readonly LocatedOperation[]
  readonly shell: ShellJudgement
  isRelevant(check: Check): boolean
}

/** The current decisions of every log against one call; each objection begins with the decision's id. */
export async function judgeDecisions(context: CallContext, input: DecisionInput): Promise<readonly Objection[]> {
  const found: Objection[] = []
  for (const state of context.states) {
    const relevant = state.decisions.filter(({ check }) => check !== null && input.isRelevant(check))
    if (relevant.length === 0) continue
    const facts = await gatherFacts(
      context,
      state,
      input,
      relevant.flatMap(({ check }) => (check ? [check] : [])),
    )
    for (const { id, title, check } of relevant) {
      const failure = check && evaluateToolCall(check, facts)
      if (failure?.rule !== undefined) found.push(policyObjection(context, id, failure.rule, failure))
      else if (failure)
        found.push({ effect: failure.effect, reason: `${id} "${title}": ${failure.message}. See: bylaw explain ${id}` })
    }
    for (const use of facts.policy?.permits ?? [])
      found.push({
        effect: 'warn',
        reason: `${use.decision} permits ${use.rule} here. See: bylaw explain ${use.decision}`,
      })
  }
  return found
}

/** Where nobody can be asked, the agent is told what to say to a person. */
function policyObjection(
  { event }: CallContext,
  id: string,
  rule: string,
  { effect, message }: CheckFailure,
): Objection {
  const next = effect === 'ask' && !event.canAsk ? `; say to a person: please run this yourself, or permit it` : ''
  return { effect, reason: `${id} ${rule}: ${message}${next}. See: bylaw explain ${id}`, leads: true }
}

async function gatherFacts(
  context: CallContext,
  state: LogState,
  input: DecisionInput,
  checks: readonly Check[],
): Promise<ToolFacts> {
  return {
    toolName: context.event.call.name,
    harness: context.harness.name,
    commands: input.shell.reading.commands,
    shellFaults: input.shell.reading.faults,
    targets: [
      ...input.operations.flatMap((operation) => operationTargets(context, state, operation)),
      ...input.shell.targets.flatMap((target) => shellTargets(context, state, target)),
    ],
    matchText: await loadTextMatcher(checks),
    isToolDenied,
    matchesCommand: matcherFor(input.shell.reading.commands),
    policy: await policyVerdict(context, state, input, checks),
  }
}

/** The rules are loaded only where a decision wants them, and a command is there to judge. */
async function policyVerdict(
  context: CallContext,
  state: LogState,
  input: DecisionInput,
  checks: readonly Check[],
): Promise<ToolFacts['policy']> {
  if (context.event.call.class !== 'shell' || !checks.some((check) => holdsKind(check, ['command_policy']))) return null
  const { judgePolicy } = await import('./judge-policy.ts')
  return judgePolicy(context, state, input.shell.reading)
}

/** Patterns of other programs than those that are called are passed over before they are read. */
function matcherFor(commands: readonly SimpleCommand[]): ToolFacts['matchesCommand'] {
  const called = calledPrograms(commands)
  return (pattern, command) => mayMatchPattern(pattern, called) && matchesCommandPattern(pattern, command)
}

function operationTargets(context: CallContext, state: LogState, located: LocatedOperation): readonly ToolTarget[] {
  const { operation, places } = located
  return places.flatMap((place) => {
    const paths = new Set([place.real, place.written].flatMap((spelling) => relativeTo(state.project, spelling) ?? []))
    return [...paths].map((path) => describeTarget(context, operation, path, place.real))
  })
}

function describeTarget(context: CallContext, operation: FileOperation, path: string, real: string): ToolTarget {
  const before =
    operation.kind === 'write' || operation.kind === 'edit' ? context.world.disk.readText(real, FILE_BYTES_MAX) : null
  return {
    path,
    action: operation.kind,
    text:
      operation.kind === 'write' ? operation.text : operation.kind === 'edit' ? editedText(operation, before) : null,
    pieces: 'pieces' in operation ? operation.pieces : [],
    glob: false,
    before,
  }
}

function editedText(operation: Extract<FileOperation, { kind: 'edit' }>, before: string | null): string | null {
  if (!operation.replacements || before === null) return null
  let text = before
  for (const { old, new: next, all } of operation.replacements) {
    if (old === '' || !text.includes(old)) return null
    text = all ? text.split(old).join(next) : text.replace(old, () => next)
  }
  return text
}

function shellTargets(context: CallContext, state: LogState, target: ShellTarget): readonly ToolTarget[] {
  if (target.action === 'tree' || isLeftToComparison(context, state, target)) return []
  const action = target.action === 'delete' ? 'delete' : target.action === 'move-from' ? 'move' : 'write'
  const paths = new Set([target.real, target.written].flatMap((spelling) => relativeTo(state.project, spelling) ?? []))
  return [...paths].map((path) => ({ path, action, text: null, pieces: [], glob: target.dynamic }))
}

/**
 * What the text does not say is left to the comparison afterwards, and so is what lies at unnamed places below a
 * folder (`find -delete`). A bare `*` is known well enough where a protected folder is there.
 */
function isLeftToComparison({ world }: CallContext, state: LogState, { path, unknown }: ShellTarget): boolean {
  if (!/^(?:\.\/)*\*/.test(path)) return false
  const isThere = () => state.watchBases.some((base) => world.disk.kindOf(`${state.project}/${base}`) !== null)
  return unknown || !/^(?:\.\/)*\*$/.test(path) || !isThere()
}
