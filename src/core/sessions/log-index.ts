import type { Check, CheckKind } from '../decisions/check.ts'
import type { HookEvent } from '../hook.ts'
import type { GuardedFile, HarnessProcess, RegisteredHooks } from './baseline.ts'
import type { FileIdentity } from './file-identity.ts'
import type { DecisionInForce } from './log-state.ts'

/** Names and, five numbers a name, their identities; the first number is NaN where nothing was there. */
export type PackedFiles = { readonly names: readonly string[]; readonly identities: Float64Array }

/**
 * Which decisions an event needs: those that look at every tool, at commands too, at files too, or all. Each group is
 * a JSON text of its own, so that an event reads no more than it needs.
 */
export type DecisionGroup = 'tools' | 'commands' | 'files' | 'all'

/**
 * The clean path's view of a log: identities and compiled checks, apart from the texts. Derived from the baseline,
 * can be thrown away at any time, and is only written where nothing is wrong.
 */
export type LogIndex = {
  readonly v: 2
  /** Milliseconds; taken before the first identity was read. */
  readonly at: number
  /** Milliseconds when the index was written. A file changed later than that was not written by us. */
  readonly written: number
  readonly baseline: FileIdentity
  /** Device and inode of `.hdr`, and the identity of `.hdr/decisions`. */
  readonly hdr: readonly [number, number]
  readonly folder: FileIdentity
  readonly files: PackedFiles
  readonly watched: PackedFiles
  readonly guarded: readonly GuardedFile[]
  readonly hooks: RegisteredHooks
  readonly groups: Readonly<Record<DecisionGroup, string>>
  /** The current decision that guards the log against shell commands. */
  readonly guard: string | null
  /** Literal leading folders of the files that `write_denied` and `append_only` want noted before a shell tool. */
  readonly watchBases: readonly string[]
  /** Named findings that are no violation: files that could not be read as decisions. */
  readonly invalid: readonly string[]
  readonly warnings: readonly string[]
  readonly unregistered: readonly string[]
  readonly process: HarnessProcess | null
  readonly untold: boolean
}

/** Packs names with their identities. */
export function packFiles(files: readonly (readonly [name: string, identity: FileIdentity | null])[]): PackedFiles {
  const identities = new Float64Array(files.length * 5)
  files.forEach(([, identity], at) => {
    identities.set(identity ?? [Number.NaN, 0, 0, 0, 0], at * 5)
  })
  return { names: files.map(([name]) => name), identities }
}

const KINDS: Readonly<Record<Exclude<DecisionGroup, 'all'>, readonly CheckKind[]>> = {
  tools: ['tool_denied'],
  commands: ['tool_denied', 'command_denied', 'command_policy', 'write_denied'],
  // The command policy looks at files too: its policy file is for people to change.
  files: ['tool_denied', 'command_policy', 'write_denied', 'text_required', 'text_forbidden', 'append_only'],
}

/** Whether a check of these kinds stands in the check. */
export function holdsKind(check: Check, kinds: readonly CheckKind[]): boolean {
  return check.kind === 'all' ? check.checks.some((part) => holdsKind(part, kinds)) : kinds.includes(check.kind)
}

/** The kinds of check that a group's decisions are looked at for. */
export function kindsOf(group: Exclude<DecisionGroup, 'all'>): readonly CheckKind[] {
  return KINDS[group]
}

/**
 * The group of an event. A shell command may carry a patch, so its group holds what looks at files too; an unknown tool
 * may name a file.
 */
export function groupOf(event: HookEvent): DecisionGroup {
  if (event.kind !== 'before-tool') return 'all'
  const { call } = event
  if (call.class === 'shell')
    return /apply_?patch/.test((call.command ?? '').replace(/["'\\]/g, '')) ? 'all' : 'commands'
  if (call.class === 'read') return 'tools'
  return call.operations.length > 0 || !call.known ? 'files' : 'tools'
}

/** The texts of all groups. */
export function groupDecisions(decisions: readonly DecisionInForce[]): LogIndex['groups'] {
  const textOf = (group: Exclude<DecisionGroup, 'all'>) =>
    JSON.stringify(decisions.filter(({ check }) => check !== null && holdsKind(check, KINDS[group])))
  return {
    tools: textOf('tools'),
    commands: textOf('commands'),
    files: textOf('files'),
    all: JSON.stringify(decisions),
  }
}
