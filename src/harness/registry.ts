import type { Harness } from '../core/harness.ts'
import { claudeCode } from './claude-code/claude-code.ts'
import { codex } from './codex/codex.ts'
import { opencode } from './opencode/opencode.ts'

export const HARNESSES: readonly Harness[] = [claudeCode, codex, opencode]

/** The harness of that name, or null. */
export function findHarness(name: string): Harness | null {
  return HARNESSES.find((harness) => harness.name === name) ?? null
}
