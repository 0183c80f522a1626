import { claimedId } from './claimed-id.ts'
import type { Decision, LogFile } from './decision.ts'
import type { DecisionLog, InvalidFile, LogOddity } from './decision-log.ts'
import { type JoinOptions, joinLog } from './join-log.ts'
import { type DecisionFileOptions, parseDecisionFile } from './parse-decision-file.ts'

export type { DecisionLog, Finding, LogOddity } from './decision-log.ts'

/**
 * From the files of one log folder to the log. One bad file never hides the others. Leave out README.md and dot files.
 */
export function assembleLog(
  input: { readonly files: readonly LogFile[]; readonly others?: readonly LogOddity[] },
  options: DecisionFileOptions & JoinOptions = {},
): DecisionLog {
  const decisions: Decision[] = []
  const invalid: InvalidFile[] = []
  for (const file of input.files) {
    const parsed = parseDecisionFile(file, options)
    if (parsed.ok) decisions.push(parsed.value)
    else invalid.push({ file: file.name, id: claimedId(file), faults: parsed.faults })
  }
  return joinLog({ decisions, invalid, others: input.others ?? [] }, options)
}
