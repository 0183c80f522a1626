import type { HarnessCare } from '../../core/registration/harness-care.ts'

export const opencodeCare: HarnessCare = {
  harness: 'opencode',
  title: 'opencode',
  program: 'opencode',
  floor: { from: [1, 18, 0], why: 'before it, hooks do not see the calls of sub-agents' },
  preferred: null,
  shell: '/bin/sh',
  offVariables: ['OPENCODE_PURE', 'OPENCODE_DISABLE_PROJECT_CONFIG'],
  seesChangesAtOnce: false,
  samplePayload: (folder) =>
    JSON.stringify({
      hook: 'tool.execute.before',
      directory: folder,
      worktree: folder,
      rootSessionID: 'ses_bylawdoctor',
      input: { tool: 'read', sessionID: 'ses_bylawdoctor', callID: 'call_doctor' },
      output: { args: { filePath: `${folder}/README.md` } },
    }),
  trust: null,
}
