import type { Harness } from '../../core/harness.ts'
import { decodeHookJson, type HookJsonDialect } from '../../core/hook-json/decode-hook-json.ts'
import { CODEX_TOOLS } from './tool-table.ts'

/** Codex marks a hook that asks as failed and runs the tool, so nothing can be asked. */
const DIALECT: HookJsonDialect = {
  tools: CODEX_TOOLS,
  events: {
    SessionStart: { kind: 'session-started' },
    UserPromptSubmit: { kind: 'prompt' },
    PreToolUse: { kind: 'before-tool', canAsk: false, named: true },
    PermissionRequest: { kind: 'before-tool', canAsk: false, named: false },
    PostToolUse: { kind: 'after-tool' },
    Stop: { kind: 'stop', subAgent: false },
    SubagentStop: { kind: 'stop', subAgent: true },
    PreCompact: { kind: 'compacting' },
    SessionEnd: { kind: 'session-ended' },
  },
  projectFolders: () => [],
}

export const decodeCodex: Harness['decode'] = (payload, surroundings) => decodeHookJson(DIALECT, payload, surroundings)
