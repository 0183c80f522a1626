import { parseCommandLine } from '../shell/parse-command-line.ts'
import { readPlainCommand } from '../shell/plain-command.ts'
import { ALLOWED, classifyReading, type PolicyInput, type PolicyVerdict, policyContext } from './classify-reading.ts'
import { isQuietCommand } from './quiet-commands.ts'
import type { PolicyContext } from './rule.ts'
import { stripText } from './strip-text.ts'

/**
 * Classifies one command line (specification protocol-a section 3): the first of these that finds something decides.
 * Built-in BLOCK rules of the specification, MANUAL rules that the project raised, the project's BLOCK rules, our own
 * BLOCK rules; then the same order for MANUAL; else ALLOW. It runs nothing and reads no file. Never throws.
 */
export function classifyCommand(text: string, input: PolicyInput = {}): PolicyVerdict {
  const stripped = stripText(text)
  if (!input.policy && isQuietText(stripped)) return { ...ALLOWED, text: stripped }
  return classifyReading(stripped, parseCommandLine(stripped), input)
}

/** Most commands are plain calls of a program that no rule looks at: they need neither the parser nor the rules. */
function isQuietText(text: string): boolean {
  return readPlainCommand(text)?.commands.every(isQuietCommand) === true
}

/** What the rules see of a text. */
export function readContext(text: string, input: PolicyInput = {}): PolicyContext {
  const stripped = stripText(text)
  return policyContext(stripped, parseCommandLine(stripped), input)
}
