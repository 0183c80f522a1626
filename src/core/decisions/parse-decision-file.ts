import type { Parsed } from '../fault.ts'
import type { Decision, DecisionFaultCode, LogFile } from './decision.ts'

export type DecisionFileOptions = {
  /** Compiles a text pattern; without it patterns are only checked for being there. */
  readonly compileText?: (pattern: string, flags?: string) => Parsed<unknown, string>
}

/** From one file's text to a decision, or every fault in it at once. */
export function parseDecisionFile(
  file: LogFile,
  options: DecisionFileOptions = {},
): Parsed<Decision, DecisionFaultCode> {
  void options
  return { ok: false, faults: [{ code: 'not-json', message: `${file.name} is not read yet` }] }
}
