import type { SimpleCommand, Word } from '../shell/simple-command.ts'

/** What the policy says of a command line (specification protocol-a section 3). */
export type PolicyLevel = 'ALLOW' | 'MANUAL' | 'BLOCK'

export type PolicyArea =
  | 'text'
  | 'delete'
  | 'machine'
  | 'git'
  | 'network'
  | 'publication'
  | 'database'
  | 'service'
  | 'program'
  | 'advisor'

export type Span = readonly [number, number]

/** One simple command as rules look at it. */
export type PolicyCommand = {
  /** The program's base name, lower case and without `.exe`; `''` where the text does not say which program runs. */
  readonly name: string
  /** The words behind the command word. */
  readonly args: readonly Word[]
  readonly command: SimpleCommand
  /** Its place in `PolicyContext.commands`. */
  readonly index: number
}

/** The branches of the repository, where the caller knows them. */
export type Branches = {
  /** The branch that is checked out; null for a detached head. */
  readonly current: string | null
  /** Where a push without a refspec would go; null where git would refuse or it is not known. */
  readonly pushTarget: string | null
  /** Names of local branches. */
  readonly local: readonly string[]
}

export type PolicyContext = {
  /** The text as it was judged, stripped. Spans index it. */
  readonly text: string
  readonly commands: readonly PolicyCommand[]
  /** Files that earlier commands of the text download, with the place of the command; worked out once. */
  savedDownloads(): ReadonlyMap<string, number>
  /** What the reader could not read. */
  readonly faults: readonly string[]
  /** Null: not known. */
  readonly branches: Branches | null
  /** Lower case. */
  readonly protectedBranches: readonly string[]
  /** The absolute folder that the text starts in; null where it is not known. */
  readonly folder: string | null
}

/**
 * What a command acts on, as a permit has to name it. A null stands for something that the text does not say: it is
 * never permitted. Paths are joined to the command's folder (`resolvePath`).
 */
export type Subjects = {
  readonly paths?: readonly (string | null)[]
  readonly refs?: readonly (string | null)[]
  readonly hosts?: readonly (string | null)[]
}

export type RuleHit = {
  /** The piece of the text that decided. */
  readonly span: Span
  readonly subjects?: Subjects
}

/** One rule: behaviour, explanation and examples in a single record. */
export type PolicyRule = CommandRule | TextRule

type RuleRecord = {
  readonly id: string
  readonly level: 'MANUAL' | 'BLOCK'
  readonly area: PolicyArea
  /** One short clause, lower case. */
  readonly reason: string
  /** Command lines in which it finds something. */
  readonly hits: readonly [string, ...string[]]
  /** Command lines in which it finds nothing. */
  readonly misses: readonly [string, ...string[]]
}

/** Looks at each simple command. */
export type CommandRule = RuleRecord & {
  /** The programs it looks at, by base name or by a test of the name; null: every command. */
  readonly programs: readonly string[] | ((name: string) => boolean) | null
  find(command: PolicyCommand, context: PolicyContext): RuleHit | null
}

/** Looks at the text as a whole. */
export type TextRule = RuleRecord & { findText(context: PolicyContext): RuleHit | null }
