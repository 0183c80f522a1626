import type { ParsedScript, SyntaxNode } from 'unbash'
import type { ShellState } from './shell-state.ts'
import type { Feed, Nesting, Redirect, SimpleCommand } from './simple-command.ts'
import type { Field, Span } from './text-marks.ts'
import type { Output, WrittenFiles } from './written.ts'

/** What a command would read. */
export type Input = {
  /** Known text, with marks. */
  readonly stdin: string | null
  readonly piped: boolean
  readonly feed: Feed | null
}

export const NO_INPUT: Input = { stdin: null, piped: false, feed: null }

export function inputOf({ stdin, piped, feed }: Input): Input {
  return { stdin, piped, feed }
}

/** Where in the text, and in which shell, something is read. */
export type Scope = Input & {
  readonly state: ShellState
  readonly nesting: readonly Nesting[]
  /** The text that the offsets of the nodes at hand index. */
  readonly source: string
  /** The span of everything here, where `source` is not the outermost text. */
  readonly fixed: Span | null
  readonly depth: number
  /** Functions and aliases that are being read, so that none is read inside itself. */
  readonly calls: readonly string[]
}

/** One simple command on the way from its node to its last form, while wrappers come off. */
export type Call = Input & {
  readonly fields: readonly Field[]
  readonly assignments: readonly { readonly name: string; readonly value: Field | null }[]
  readonly redirects: readonly Redirect[]
  /** The files that its output goes to. */
  readonly outputs: readonly Output[]
  readonly span: Span
  readonly wrappers: readonly (readonly Field[])[]
  /** Builtins and functions of the shell count: no program stands in between. */
  readonly inShell: boolean
  /** But functions do not (`command rm`). */
  readonly pastFunctions?: boolean
}

/** What one reading collects, and the way from a leaf reader back to the trunk. */
export type Reader = {
  readonly commands: SimpleCommand[]
  readonly faults: Set<string>
  /** Trap bodies: they run when everything else is known. */
  readonly later: (() => void)[]
  /** Files that the text writes itself. */
  readonly files: WrittenFiles
  /** Files that a descriptor was opened to write to. */
  readonly opened: Map<number, string>
  /** How many temporary names were made. */
  temporaries: number
  /** Standard input of the last command, with marks. */
  lastStdin: string | null
  /** Takes from the allowance of characters; false, with a fault, once it is used up. */
  spend(characters: number): boolean
  /** Takes one repeated reading of a loop or function body. */
  repeat(): boolean
  readNode(node: SyntaxNode, scope: Scope): void
  readScript(script: ParsedScript, scope: Scope): void
  /** Parses and reads a text that runs as a script; its commands get the span of the word that held it. */
  readText(text: string, scope: Scope): void
  runCall(call: Call, scope: Scope): void
}

export function inside(scope: Scope, nesting: Nesting, state: ShellState): Scope {
  return { ...scope, state, nesting: [...scope.nesting, nesting], depth: scope.depth + 1 }
}

export function spanOf(scope: Scope, node: { readonly pos: number; readonly end: number }): Span {
  return scope.fixed ?? [node.pos, node.end]
}
