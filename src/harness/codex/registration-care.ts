import type { HarnessCare } from '../../core/registration/harness-care.ts'
import { isTrustedProject, readCodexTrust } from './registration-trust.ts'

export const codexCare: HarnessCare = {
  harness: 'codex',
  title: 'Codex',
  program: 'codex',
  floor: { from: [0, 123, 0], why: 'before it, no hook sees apply_patch' },
  preferred: null,
  shell: '/bin/bash',
  offVariables: [],
  seesChangesAtOnce: false,
  samplePayload: (folder) =>
    JSON.stringify({
      session_id: 'bylaw-doctor',
      transcript_path: null,
      cwd: folder,
      hook_event_name: 'PreToolUse',
      turn_id: 'doctor',
      model: 'doctor',
      permission_mode: 'default',
      tool_name: 'Bash',
      tool_input: { command: 'true' },
      tool_use_id: 'call_doctor',
    }),
  trust: {
    configFile: ({ home, environment }) => `${environment['CODEX_HOME'] || `${home}/.codex`}/config.toml`,
    rows: readCodexTrust,
    isTrustedProject,
  },
}
