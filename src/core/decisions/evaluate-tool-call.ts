import type { HarnessName } from '../harness.ts'
import type { SimpleCommand } from '../shell/simple-command.ts'
import type { Check, Effect } from './check.ts'

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
}

export type CheckFailure = { readonly message: string; readonly effect: Effect }

/** Whether a check fails for a tool call that is about to run. Null: it passes or does not look at tool calls. */
export function evaluateToolCall(check: Check, facts: ToolFacts): CheckFailure | null {
  void check
  void facts
  return null
}
