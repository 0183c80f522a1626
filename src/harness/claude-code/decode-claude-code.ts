import type { Harness } from '../../core/harness.ts'
import { decodeHookJson, type HookJsonDialect } from '../../core/hook-json/decode-hook-json.ts'
import { absoluteOrNull } from '../../core/tools/path-text.ts'
import { CLAUDE_CODE_TOOLS } from './tool-table.ts'

const DIALECT: HookJsonDialect = {
  tools: CLAUDE_CODE_TOOLS,
  events: {
    SessionStart: { kind: 'session-started' },
    UserPromptSubmit: { kind: 'prompt' },
    PreToolUse: { kind: 'before-tool', canAsk: true, named: true },
    // The person is about to be asked; the call itself came before us as PreToolUse.
    PermissionRequest: { kind: 'before-tool', canAsk: true, named: false },
    // Here a question only stops the command.
    PreSkillShellCommand: { kind: 'before-tool', canAsk: false, named: true },
    PostToolUse: { kind: 'after-tool' },
    PostToolUseFailure: { kind: 'after-tool' },
    PostToolBatch: { kind: 'after-batch' },
    Stop: { kind: 'stop', subAgent: false },
    SubagentStop: { kind: 'stop', subAgent: true },
    PreCompact: { kind: 'compacting' },
    SessionEnd: { kind: 'session-ended' },
    ConfigChange: { kind: 'settings-changed' },
  },
  projectFolders({ environment }) {
    const folder = absoluteOrNull(environment['CLAUDE_PROJECT_DIR'] ?? null)
    return folder === null ? [] : [folder]
  },
}

export const decodeClaudeCode: Harness['decode'] = (payload, surroundings) =>
  decodeHookJson(DIALECT, payload, surroundings)
