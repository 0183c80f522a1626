import type { Harness } from '../../core/harness.ts'
import { type AnswerForms, encodeHookJson } from '../../core/hook-json/encode-hook-json.ts'

/** Specification harnesses section 4.3: what stands in no row here has no answer that Codex would accept. */
const FORMS: AnswerForms = {
  PreToolUse: { deny: 'permission', context: true },
  PermissionRequest: { deny: 'decision-behavior' },
  UserPromptSubmit: { deny: 'block', context: true },
  SessionStart: { context: true },
  SubagentStart: { context: true },
  // A block would replace the result of the tool; context stands beside it.
  PostToolUse: { context: true },
  Stop: { deny: 'block' },
  SubagentStop: { deny: 'block' },
}

export const encodeCodex: Harness['encode'] = (answer, event) => encodeHookJson(FORMS, answer, event)
