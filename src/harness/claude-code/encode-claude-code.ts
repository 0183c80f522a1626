import type { Harness } from '../../core/harness.ts'
import { type AnswerForms, encodeHookJson } from '../../core/hook-json/encode-hook-json.ts'

/**
 * Specification harnesses sections 3.2 and 3.3. Stop and SubagentStop take context too, but it would keep the agent
 * going like a block, without the limit that blocks have; so it is left out.
 */
const FORMS: AnswerForms = {
  PreToolUse: { deny: 'permission', ask: 'permission', context: true },
  PreSkillShellCommand: { deny: 'permission' },
  // Exit 2 is not honoured here.
  PermissionRequest: { deny: 'decision-behavior', ask: 'silence' },
  UserPromptSubmit: { deny: 'block', context: true },
  UserPromptExpansion: { deny: 'block', context: true },
  SessionStart: { context: true },
  Setup: { context: true },
  SubagentStart: { context: true },
  Notification: { context: true },
  PostToolUse: { context: true },
  PostToolUseFailure: { context: true },
  PostToolBatch: { context: true },
  Stop: { deny: 'block' },
  SubagentStop: { deny: 'block' },
  ConfigChange: { deny: 'block' },
}

export const encodeClaudeCode: Harness['encode'] = (answer, event) => encodeHookJson(FORMS, answer, event)
