import type { Check } from '../../core/decisions/check.ts'
import { mayConcern } from '../../core/decisions/may-concern.ts'
import type { Answer, FileOperation } from '../../core/hook.ts'
import { isQuietCommand } from '../../core/policy/quiet-commands.ts'
import type { LocatedOperation } from '../../core/sessions/judge-operation.ts'
import { holdsKind, kindsOf } from '../../core/sessions/log-index.ts'
import { describeTrouble, isClean } from '../../core/sessions/log-state.ts'
import { calledPrograms } from '../../core/shell/called-programs.ts'
import { readPlainCommand } from '../../core/shell/plain-command.ts'
import { hasPolicyFile } from '../policy/find-policy-files.ts'
import type { CallContext, Objection } from './call-context.ts'
import type { ShellJudgement } from './judge-shell.ts'
import { locate } from './locate.ts'

/** What is said of a call before it runs. A reading tool is stopped by nothing but a check that names it. */
export async function judgeBeforeTool(context: CallContext): Promise<Answer> {
  const objections = await collectObjections(context)
  const denials = objections.filter((objection) => objection.effect === 'deny')
  if (denials[0]) {
    if (context.event.name !== 'PermissionRequest') (await import('./judge-operations.ts')).giveUpClaims(context)
    return { kind: 'deny', reason: joinReasons(denials) }
  }
  const questions = objections.filter((objection) => objection.effect === 'ask')
  if (questions[0]) return { kind: context.event.canAsk ? 'ask' : 'deny', reason: joinReasons(questions) }
  const warnings = objections.filter((objection) => objection.effect === 'warn')
  return warnings[0]
    ? { kind: 'context', text: warnings.map((warning) => warning.reason).join('\n') }
    : { kind: 'silent' }
}

function joinReasons(objections: readonly Objection[]): string {
  const first = objections.find(({ leads }) => leads) ?? objections[0]
  const rest = objections.length - 1
  return rest > 0 ? `${first?.reason} (and ${rest} more ${rest === 1 ? 'reason' : 'reasons'})` : (first?.reason ?? '')
}

async function collectObjections(context: CallContext): Promise<readonly Objection[]> {
  const { call } = context.event
  const located = locateOperations(context, call.operations)
  const shell = call.class === 'shell' ? await judgeShellCall(context) : NO_SHELL
  if (call.class === 'read') return judgeChecks(context, [], shell)
  const standing = standingObjections(context, shell)
  const operations = [...located, ...shell.operations]
  const onPaths = operations.length > 0 ? await judgePaths(context, operations) : []
  const onPolicy = await judgePolicyFiles(context, operations, shell)
  const unknown = call.known ? [] : await judgeUnknown(context)
  const checks = await judgeChecks(context, operations, shell)
  const unreadable = unreadablePatch(context)
  const unregistered = context.states.flatMap((state) => state.unregistered)
  const warnings = unregistered.map((reason) => ({ effect: 'warn' as const, reason }))
  return [...warnings, ...standing, ...onPaths, ...onPolicy, ...shell.objections, ...unknown, ...unreadable, ...checks]
}

function locateOperations(context: CallContext, operations: readonly FileOperation[]): readonly LocatedOperation[] {
  const projects = context.states.map((state) => state.project)
  return operations.map((operation) => locate(context.world, operation, context.folder, projects))
}

const NO_SHELL: ShellJudgement = {
  objections: [],
  operations: [],
  targets: [],
  reading: { commands: [], faults: [] },
  whileViolated: 'other',
}

/** A plain call of a well-known program has no targets: then the parser is not loaded. */
async function judgeShellCall(context: CallContext): Promise<ShellJudgement> {
  const plain = context.states.every(isClean) ? readPlainCommand(context.event.call.command ?? '') : null
  if (plain && (plain.commands.every(isQuietCommand) || !enforcesPolicy(context)))
    return { ...NO_SHELL, reading: plain }
  const { judgeShell } = await import('./judge-shell.ts')
  return judgeShell(context)
}

/** The rules want to know what feeds a pipe: then a plain reading is not enough for a command that may concern them. */
function enforcesPolicy({ states }: CallContext): boolean {
  return states.some(({ decisions }) => decisions.some(({ check }) => check && holdsKind(check, ['command_policy'])))
}

async function judgePaths(
  context: CallContext,
  operations: readonly LocatedOperation[],
): Promise<readonly Objection[]> {
  const { judgeOperations } = await import('./judge-operations.ts')
  return judgeOperations(context, operations)
}

async function judgePolicyFiles(
  context: CallContext,
  operations: readonly LocatedOperation[],
  { targets }: ShellJudgement,
): Promise<readonly Objection[]> {
  if ((operations.length === 0 && targets.length === 0) || !enforcesPolicy(context)) return []
  const { judgePolicyFile, policyKeeper } = await import('./judge-policy-file.ts')
  const keeper = policyKeeper(context)
  return keeper === null ? [] : judgePolicyFile(context, keeper, operations, targets)
}

async function judgeUnknown(context: CallContext): Promise<readonly Objection[]> {
  const { judgeUnknownTool } = await import('./judge-unknown-tool.ts')
  return judgeUnknownTool(context)
}

/** A patch that could not be read to its end is denied where any of its text could lead into a log. */
function unreadablePatch(context: CallContext): readonly Objection[] {
  const { unreadable } = context.event.call
  if (unreadable === null) return []
  const text = [...context.event.call.strings, context.event.call.command ?? ''].join('\n')
  if (context.event.call.known && !/\.hdr/i.test(text)) return []
  return [
    {
      effect: 'deny',
      reason: `this call could not be read to its end (${unreadable}) and may touch the decision log; write it in plain form`,
    },
  ]
}

/** What stands in the way of every changing tool: a violated log, a lost registration, files that must be mended. */
function standingObjections(context: CallContext, shell: ShellJudgement): readonly Objection[] {
  const isShell = context.event.call.class === 'shell'
  return context.states
    .filter((state) => !isClean(state))
    .flatMap((state) => {
      const locks = state.violations.length > 0 || state.integrity.length > 0 || state.trouble !== null
      if (isShell && (!locks || shell.whileViolated !== 'other')) return []
      const [first] = describeTrouble(state)
      const more = state.violations.length + state.integrity.length + state.invalid.length - 1
      const tail = more > 0 ? ` (and ${more} more; see: bylaw explain)` : ''
      return [{ effect: 'deny' as const, reason: `${first}${tail}` }]
    })
}

/** The checks of the current decisions. The evaluators are loaded only where one of them may look at this call. */
async function judgeChecks(
  context: CallContext,
  operations: readonly LocatedOperation[],
  shell: ShellJudgement,
): Promise<readonly Objection[]> {
  const { call } = context.event
  const projects = context.states.map((state) => state.project)
  const isShell = call.class === 'shell'
  const ofFiles = kindsOf(operations.length > 0 ? 'files' : 'tools')
  const kinds = isShell ? [...kindsOf('commands'), ...ofFiles] : ofFiles.filter((kind) => kind !== 'command_policy')
  const isFileless = operations.length === 0 && shell.targets.length === 0 && shell.reading.faults.length === 0
  const fileless = isFileless
    ? {
        toolName: call.name,
        harness: context.harness.name,
        isShell,
        called: calledPrograms(shell.reading.commands),
        commands: shell.reading.commands,
        hasPolicyFile: () => hasPolicyFile(context.world.disk, { folder: context.folder, projects }),
      }
    : null
  const isRelevant = (check: Check) => holdsKind(check, kinds) && (fileless === null || mayConcern(check, fileless))
  if (!context.states.some((state) => state.decisions.some(({ check }) => check !== null && isRelevant(check)))) {
    return []
  }
  const { judgeDecisions } = await import('./judge-decisions.ts')
  return judgeDecisions(context, { operations, shell, isRelevant })
}
