import type { HarnessName } from '../harness.ts'
import { isQuietCommand } from '../policy/quiet-commands.ts'
import { mayMatchPattern } from '../shell/called-programs.ts'
import type { SimpleCommand } from '../shell/simple-command.ts'
import { isToolDenied } from '../tools/tool-names.ts'
import type { Check } from './check.ts'

/** A tool call that touches no file that its input or its command names. */
export type FilelessCall = {
  readonly toolName: string
  readonly harness: HarnessName
  readonly isShell: boolean
  /** Programs that its commands call; empty for a tool that is no shell. */
  readonly called: ReadonlySet<string>
  readonly commands: readonly SimpleCommand[]
  /** Whether a project's policy file stands above the folder of the call. */
  hasPolicyFile(): boolean
}

/**
 * False where a check surely passes such a call. A light look before `evaluateToolCall`, which most calls then never
 * need.
 */
export function mayConcern(check: Check, call: FilelessCall): boolean {
  switch (check.kind) {
    case 'all':
      return check.checks.some((part) => mayConcern(part, call))
    case 'tool_denied':
      return isToolDenied(check.tools, call.toolName, call.harness) !== null
    case 'command_denied':
      return check.commands.some((pattern) => mayMatchPattern(pattern, call.called))
    case 'command_policy':
      // A text may hold no simple command (`(( x = 1 ))`): the project's rules look at it all the same.
      return call.isShell && (!call.commands.every(isQuietCommand) || call.hasPolicyFile())
    default:
      return false
  }
}
