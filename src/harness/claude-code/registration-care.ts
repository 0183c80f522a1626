import type { HarnessCare } from '../../core/registration/harness-care.ts'

export const claudeCodeCare: HarnessCare = {
  harness: 'claude-code',
  title: 'Claude Code',
  program: 'claude',
  floor: { from: [2, 1, 101], why: 'before it, an ask of another hook beats our denial' },
  preferred: { from: [2, 1, 295], why: 'before it, a hook that cannot run lets the call pass' },
  shell: '/bin/sh',
  offVariables: ['CLAUDE_CODE_SIMPLE', 'CLAUDE_CODE_SAFE_MODE'],
  seesChangesAtOnce: true,
  samplePayload: (folder) =>
    JSON.stringify({
      session_id: 'bylaw-doctor',
      transcript_path: `${folder}/transcript.jsonl`,
      cwd: folder,
      hook_event_name: 'PreToolUse',
      tool_name: 'Read',
      tool_input: { file_path: `${folder}/README.md` },
      tool_use_id: 'toolu_doctor',
    }),
  trust: null,
}
