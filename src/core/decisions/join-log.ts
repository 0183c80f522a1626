import type { Decision } from './decision.ts'
import type { DecisionLog, InvalidFile, LogOddity } from './decision-log.ts'

export type JoinOptions = {
  /** Whether a name or glob of `tool_denied` can match a tool of any harness; without it names are not judged. */
  readonly isKnownTool?: (name: string) => boolean
}

/** From decisions already read to the log: the rules across files, and what is current. Loads no schema. */
export function joinLog(
  input: {
    readonly decisions: readonly Decision[]
    readonly invalid: readonly InvalidFile[]
    readonly others: readonly LogOddity[]
  },
  options: JoinOptions = {},
): DecisionLog {
  void options
  return { decisions: input.decisions, invalid: input.invalid, findings: [], current: [], retired: [], superseded: [] }
}
