import type { Harness } from '../../core/harness.ts'
import { decodeClaudeCode } from './decode-claude-code.ts'
import { encodeClaudeCode } from './encode-claude-code.ts'

export const claudeCode: Harness = {
  name: 'claude-code',
  title: 'Claude Code',
  decode: decodeClaudeCode,
  encode: encodeClaudeCode,
}
