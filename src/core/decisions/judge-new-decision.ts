import type { Fault } from '../fault.ts'
import type { DecisionFaultCode, LogFile } from './decision.ts'
import type { DecisionLog } from './decision-log.ts'
import type { DecisionFileOptions } from './parse-decision-file.ts'

export type NewDecisionFaultCode = DecisionFaultCode | 'wrong-name' | 'one-entry' | 'loosens'

/** The rules for a new file that an agent writes. Empty: it may be written. */
export function judgeNewDecision(
  file: LogFile,
  log: DecisionLog,
  options: DecisionFileOptions = {},
): readonly Fault<NewDecisionFaultCode>[] {
  void file
  void log
  void options
  return []
}
