import { normalize } from 'node:path/posix'
import { parsePatch } from '../../core/patch/parse-patch.ts'
import { stripText } from '../../core/policy/strip-text.ts'
import type { LocatedOperation } from '../../core/sessions/judge-operation.ts'
import { globRelationTo, logFolderOf, type Relation, relationTo } from '../../core/sessions/log-paths.ts'
import type { LogState } from '../../core/sessions/log-state.ts'
import { type CommandTarget, commandTargets, hasOwnWriteVerb } from '../../core/shell/command-targets.ts'
import { parseCommandLine } from '../../core/shell/parse-command-line.ts'
import { classifyWhileViolated } from '../../core/shell/repair.ts'
import type { ShellReading, SimpleCommand } from '../../core/shell/simple-command.ts'
import type { CallContext, Objection } from './call-context.ts'
import { isAtStake, ownFolder } from './judge-protected-files.ts'
import { absolute, locate } from './locate.ts'

/** A file that a shell command would touch, with its spellings resolved. */
export type ShellTarget = CommandTarget & { readonly written: string; readonly real: string }

export type ShellJudgement = {
  readonly objections: readonly Objection[]
  /** Patches applied through the shell are edits like any other. */
  readonly operations: readonly LocatedOperation[]
  readonly targets: readonly ShellTarget[]
  readonly reading: ShellReading
  /** What the text is, as far as a violated log lets it pass. */
  readonly whileViolated: 'inspect' | 'repair' | 'other'
}

/** A shell command before it runs: what it would do to the log, to our files, and the patches it carries. */
export function judgeShell(context: CallContext): ShellJudgement {
  const text = stripText(context.event.call.command ?? '')
  const reading = parseCommandLine(text)
  const whileViolated = violatedClass(context, text, reading)
  const patches = reading.commands.filter(isPatch)
  const targets = reading.commands
    .filter((command) => !isPatch(command))
    .flatMap((command) => commandTargets(command))
    .map((target) => resolveTarget(context, target))
  const objections = whileViolated === 'other' ? judgeTargets(context, reading, targets) : []
  return {
    objections,
    operations: patches.flatMap((command) => patchOperations(context, command)),
    targets,
    reading,
    whileViolated,
  }
}

function violatedClass(context: CallContext, text: string, reading: ShellReading): ShellJudgement['whileViolated'] {
  const found = classifyWhileViolated(text, reading)
  if (found.kind === 'other' || found.kind === 'inspect') return found.kind
  const isViolated = context.states.some((state) => state.violations.length > 0 || state.integrity.length > 0)
  if (!isViolated) return 'other'
  if (found.kind !== 'repair-git') return 'repair'
  const inLog = found.paths.every((path) =>
    context.states.some((state) => {
      const relation = relationTo(
        context.world.disk.realPath(absolute(path, context.folder)),
        logFolderOf(state.project),
      )
      return relation === 'inside' || relation === 'is'
    }),
  )
  return inLog && found.paths.length > 0 ? 'repair' : 'other'
}

function isPatch(command: SimpleCommand): boolean {
  const name = command.words[0]?.text.split('/').pop()
  return name === 'apply_patch' || name === 'applypatch'
}

function patchOperations(context: CallContext, command: SimpleCommand): readonly LocatedOperation[] {
  const text =
    command.stdin ??
    command.words
      .slice(1)
      .map((word) => word.text)
      .join('\n')
  const folder = absolute(command.folder ?? '', context.folder)
  const projects = context.states.map((state) => state.project)
  return parsePatch(text).operations.map((operation) => locate(context.world, operation, folder, projects))
}

function resolveTarget(context: CallContext, target: CommandTarget): ShellTarget {
  const expanded = target.path.replace(/^~(?=\/|$)/, () => context.world.home)
  const path = absolute(expanded, context.folder)
  const written = normalize(path).replace(/(.)\/$/, '$1')
  return { ...target, written, real: target.dynamic ? written : context.world.disk.realPath(path) }
}

function judgeTargets(
  context: CallContext,
  reading: ShellReading,
  targets: readonly ShellTarget[],
): readonly Objection[] {
  return [
    ...context.states
      .filter((state) => state.guard !== null)
      .flatMap((state) => judgeGuarded(context, state, reading, targets)),
    ...targets.flatMap((target) => judgeOwnFiles(context, target)),
    ...reading.commands.flatMap((command) => judgeSweep(context, command)),
  ]
}

/** The guard (specification decisions section 4): a command whose target lies in the log, or holds it, is an edit. */
function judgeGuarded(
  context: CallContext,
  state: LogState,
  reading: ShellReading,
  targets: readonly ShellTarget[],
): readonly Objection[] {
  const guard = state.guard ?? 'LOG-INTEGRITY'
  const verb = reading.commands.map((command) => hasOwnWriteVerb(command)).find((found) => found !== null)
  if (verb) return [{ effect: 'deny', reason: `${guard}: "decisions ${verb}" is for people; ask one to run it` }]
  const hit = targets.find((target) => touchesLog(context, state, target))
  if (!hit) return []
  return [
    {
      effect: 'deny',
      reason: `${guard}: ${hit.command} would change ${hit.path}, and the decision log is not changed through the shell. Add a decision with your file tool as a new file .hdr/decisions/<id>.json with one entry; everything else is for a person`,
    },
  ]
}

function touchesLog(context: CallContext, state: LogState, target: ShellTarget): boolean {
  const relation = strictest(target, logFolderOf(state.project))
  if (relation === 'apart') return false
  const removes = target.action === 'delete' || target.action === 'move-from' || target.action === 'link'
  if (target.action !== 'tree' && (relation !== 'holds' || removes)) return true
  return isDiscarding(target) && context.world.head.isDirty(state.project, '.hdr/decisions')
}

/** A command on a folder that holds the log is judged by its effect, unless it would throw away uncommitted decisions. */
function isDiscarding(target: ShellTarget): boolean {
  return /^git (?:checkout|restore|stash|reset|clean)/.test(target.command)
}

function strictest(target: ShellTarget, protectedPath: string): Relation {
  const relate = target.dynamic ? globRelationTo : relationTo
  const found = [relate(target.written, protectedPath), relate(target.real, protectedPath)]
  return (['is', 'inside', 'holds'] as const).find((relation) => found.includes(relation)) ?? 'apart'
}

/** `> "$OUT"` may name any file; what it did is compared afterwards. */
function isWhollyUnknown({ unknown, path }: ShellTarget): boolean {
  return unknown && /^(?:\.\/)*\*+(?:\/|$)/.test(path)
}

/** Modes and owners of a folder decide whether what lies in it can be read. */
function changesModes({ command }: ShellTarget): boolean {
  return ['chmod', 'chown', 'chgrp', 'chattr', 'setfacl'].includes(command)
}

/** `git clean -x` and `git stash --all` take ignored files away, and settings of one machine are ignored. */
function judgeSweep(context: CallContext, { words, folder }: SimpleCommand): readonly Objection[] {
  const [program, ...rest] = words.map((word) => word.text)
  if (program?.split('/').pop() !== 'git') return []
  const cleans = rest.includes('clean') && rest.some((word) => /^-[a-wyzA-WYZ]*[xX]/.test(word)) && !isDryRun(rest)
  const stashes = rest.includes('stash') && rest.some((word) => word === '-a' || word === '--all')
  if (!cleans && !stashes) return []
  const top = absolute(
    (folder ?? '').replace(/^~(?=\/|$)/, () => context.world.home),
    context.folder,
  ).replace(/(.)\/$/, '$1')
  const lost = context.states
    .flatMap((state) => state.guarded)
    .find((file) => file.registered && relationTo(top, file.path) === 'holds' && !isSpared(rest, file.path))
  if (!lost) return []
  const name = lost.path.split('/').slice(-2)[0]
  return [
    {
      effect: 'deny',
      reason: `HOOK-INTEGRITY: git ${cleans ? 'clean' : 'stash'} would take ${lost.path} away, in which our hooks are registered; leave it out${cleans ? ` with -e ${name}` : ''}, or ask a person`,
    },
  ]
}

function isDryRun(words: readonly string[]): boolean {
  return words.some((word) => word === '--dry-run' || /^-[a-zA-Z]*n/.test(word))
}

/** `-e PATTERN` names a folder or file of the path. */
function isSpared(words: readonly string[], path: string): boolean {
  const patterns = words.flatMap((word, at) => {
    if (word === '-e' || word === '--exclude') return words[at + 1] ?? []
    return /^(?:--exclude=|-e)(.+)/.exec(word)?.[1] ?? []
  })
  return patterns.some((pattern) => path.split('/').includes(pattern.replace(/^\/|\/$/g, '')))
}

/** HOOK-INTEGRITY: settings files in which a harness would find us, the state folder, our program. */
function judgeOwnFiles(context: CallContext, target: ShellTarget): readonly Objection[] {
  if (target.action === 'tree' || isWhollyUnknown(target)) return []
  const removes = target.action === 'delete' || target.action === 'move-from'
  const relate = target.dynamic ? globRelationTo : relationTo
  const own = ownFolder(context, [target.written, target.real], removes, relate)
  if (own !== null)
    return [
      {
        effect: 'deny',
        reason: `HOOK-INTEGRITY: ${target.command} would change ${target.path}; ${own} belongs to bylaw`,
      },
    ]
  const file = context.states
    .flatMap((state) => state.guarded)
    .find((one) => {
      const relation = strictest(target, one.path)
      return relation === 'is' || (relation === 'holds' && (removes || changesModes(target)) && isAtStake(context, one))
    })
  if (!file) return []
  return [
    {
      effect: 'deny',
      reason: `HOOK-INTEGRITY: ${target.command} would change ${target.path}, where hooks are registered or switched off; use the file tool, or ask a person`,
    },
  ]
}
