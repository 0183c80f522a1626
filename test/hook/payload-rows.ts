/**
 * What each payload file is answered with. `allow` goes on without a word, `ignored` too at an event that asks for
 * nothing; `note` is a line on standard error where the event has no channel for context. `violated` is the answer
 * after the first entry of HDR-003 was rewritten in the session; `guarded` stands where a log with a shell guard
 * answers another way than one without.
 */
export type Said = 'allow' | 'ignored' | 'deny' | 'context' | 'note' | 'block'
export type PayloadRow = {
  readonly file: string
  readonly clean: Said
  readonly violated: Said
  readonly guarded?: Said
  /** The session begins with this payload: it reports what an earlier one saw, and never fails because of it. */
  readonly newSession?: true
  /** The call wrote HDR-005 before this event. */
  readonly wrote?: true
  readonly why?: string
}

type More = Omit<PayloadRow, 'file' | 'clean' | 'violated'>
const files = (clean: Said, violated: Said, names: string, more: More = {}): readonly PayloadRow[] =>
  names
    .trim()
    .split(/\s+/)
    .map((file) => ({ file, clean, violated, ...more }))

const CLAUDE: readonly PayloadRow[] = [
  ...files('ignored', 'ignored', 'cwd-changed directory-added instructions-loaded-project notification setup-init'),
  ...files('ignored', 'ignored', 'permission-denied-bash stop-failure subagent-start task-completed task-created'),
  ...files('ignored', 'ignored', 'teammate-idle user-prompt-expansion-command worktree-create worktree-remove'),
  ...files('ignored', 'ignored', 'file-changed', { why: 'compared, and said at an event that has a channel' }),
  ...files('ignored', 'ignored', 'post-compact', { why: 'the session start that follows has the channel' }),
  ...files('context', 'context', 'session-start-startup session-start-resume session-start-compact'),
  ...files('context', 'context', 'session-start-clear', { why: 'the id is an old one: its baseline stays' }),
  ...files('context', 'context', 'session-start-fork', { newSession: true }),
  ...files('context', 'context', 'user-prompt-submit'),
  ...files('note', 'note', 'pre-compact-auto pre-compact-manual', { why: 'the event takes no context' }),
  ...files('allow', 'allow', 'config-change-project', { why: 'no registration of ours was lost' }),
  ...files('allow', 'allow', 'session-end', { why: 'nobody is left to be told' }),
  ...files('allow', 'block', 'stop'),
  ...files('allow', 'note', 'stop-active', { why: 'blocked at most once' }),
  ...files('allow', 'allow', 'subagent-stop', { why: 'only the end of the turn is held up' }),
  ...files('allow', 'context', 'post-tool-batch post-tool-use-agent post-tool-use-bash post-tool-use-edit'),
  ...files('allow', 'context', 'post-tool-use-failure-bash post-tool-use-notebookedit'),
  ...files('allow', 'context', 'post-tool-use-write-create', { wrote: true }),
  ...files('allow', 'deny', 'pre-tool-use-write-new-decision pre-tool-use-edit-create pre-tool-use-write-source-file'),
  ...files('deny', 'deny', 'pre-tool-use-write-two-entries pre-tool-use-write-duplicate-id'),
  ...files('deny', 'deny', 'pre-tool-use-write-invalid-json pre-tool-use-write-retirement-first'),
  ...files('deny', 'deny', 'pre-tool-use-write-overwrite pre-tool-use-write-bypass-mode'),
  ...files('deny', 'deny', 'pre-tool-use-edit pre-tool-use-edit-append pre-tool-use-multiedit-legacy'),
  ...files('deny', 'deny', 'pre-tool-use-edit-symlink', { why: 'notes/rules.json is a link into the log' }),
  ...files('deny', 'deny', 'pre-tool-use-mcp-write'),
  ...files('allow', 'deny', 'pre-tool-use-notebookedit pre-tool-use-enterworktree'),
  ...files('allow', 'deny', 'pre-tool-use-bash pre-tool-use-bash-subagent pre-tool-use-monitor'),
  ...files('allow', 'deny', 'permission-request-bash'),
  ...files('allow', 'deny', 'pre-tool-use-bash-sed', {
    guarded: 'deny',
    why: 'not parsed for the log but by the guard; the next event sees the effect',
  }),
  ...files('allow', 'deny', 'pre-tool-use-powershell', {
    guarded: 'allow',
    why: 'no command of a POSIX shell that the guard knows: its window judges the effect',
  }),
  ...files('allow', 'allow', 'pre-skill-shell-command', { why: 'git log passes even while the log is violated' }),
  ...files('allow', 'allow', 'pre-tool-use-read pre-tool-use-agent pre-tool-use-task-legacy pre-tool-use-skill'),
]

const CODEX: readonly PayloadRow[] = [
  ...files('ignored', 'ignored', 'interrupt post-compact subagent-start'),
  ...files('context', 'context', 'session-start-startup session-start-resume session-start-compact'),
  ...files('context', 'context', 'session-start-fork session-start-clear', { newSession: true }),
  ...files('context', 'context', 'user-prompt-submit'),
  ...files('note', 'note', 'pre-compact', { why: 'the event takes no context' }),
  ...files('allow', 'allow', 'session-end', { why: 'nobody is left to be told' }),
  ...files('allow', 'block', 'stop'),
  ...files('allow', 'note', 'stop-active', { why: 'there is no cap in the harness: never blocked again' }),
  ...files('allow', 'allow', 'subagent-stop', { why: 'only the end of the turn is held up' }),
  ...files('allow', 'context', 'post-tool-use-bash'),
  ...files('allow', 'context', 'post-tool-use-apply_patch', { wrote: true }),
  ...files('allow', 'deny', 'pre-tool-use-apply_patch-add-decision pre-tool-use-apply_patch-code-mode'),
  ...files('deny', 'deny', 'pre-tool-use-apply_patch-absolute pre-tool-use-apply_patch-add-over-existing'),
  ...files('deny', 'deny', 'pre-tool-use-apply_patch-crlf pre-tool-use-apply_patch-delete'),
  ...files('deny', 'deny', 'pre-tool-use-apply_patch-dotdot pre-tool-use-apply_patch-heredoc-wrapped'),
  ...files('deny', 'deny', 'pre-tool-use-apply_patch-move-in pre-tool-use-apply_patch-move-out'),
  ...files('deny', 'deny', 'pre-tool-use-apply_patch-multi pre-tool-use-apply_patch-padded-markers'),
  ...files('deny', 'deny', 'pre-tool-use-apply_patch-subdir-cwd pre-tool-use-apply_patch-update'),
  ...files('deny', 'deny', 'pre-tool-use-bash-apply_patch-heredoc pre-tool-use-bash-cd-apply_patch', {
    why: 'Codex applies this form itself and sends no event after it: an edit tool, with or without a guard',
  }),
  ...files('deny', 'deny', 'pre-tool-use-mcp-write'),
  ...files('allow', 'deny', 'pre-tool-use-bash pre-tool-use-bash-subagent permission-request-bash'),
  ...files('allow', 'deny', 'pre-tool-use-bash-workdir', { guarded: 'allow', why: 'it reads, in the log folder' }),
  ...files('allow', 'allow', 'pre-tool-use-spawn-agent'),
]

const OPENCODE: readonly PayloadRow[] = [
  ...files('ignored', 'ignored', 'chat-system-transform command-execute-before event-file-edited plugin-init'),
  ...files('ignored', 'ignored', 'event-file-watcher-updated shell-env'),
  ...files('ignored', 'ignored', 'event-session-created-child', { why: 'it lives under the baseline of its root' }),
  ...files('context', 'context', 'chat-message session-compacting'),
  ...files('note', 'note', 'event-session-created-root event-session-compacted', { why: 'events take no context' }),
  ...files('note', 'note', 'event-session-created-fork', { newSession: true, why: 'events take no context' }),
  ...files('allow', 'note', 'event-session-idle', { why: 'nothing can be blocked: shown at the next prompt' }),
  ...files('allow', 'context', 'tool-execute-after-bash tool-execute-after-edit tool-execute-after-task'),
  ...files('allow', 'context', 'tool-execute-after-apply_patch tool-execute-after-write', { wrote: true }),
  ...files('allow', 'deny', 'tool-execute-before-write-new-decision tool-execute-before-edit-create'),
  ...files('allow', 'deny', 'tool-execute-before-apply_patch-add'),
  ...files('deny', 'deny', 'tool-execute-before-apply_patch-move-only tool-execute-before-apply_patch-update'),
  ...files('deny', 'deny', 'tool-execute-before-apply_patch-two-patches', { why: 'as loose as the loosest reader' }),
  ...files('deny', 'deny', 'tool-execute-before-edit tool-execute-before-write-overwrite tool-execute-before-mcp'),
  ...files('deny', 'deny', 'tool-execute-before-multiedit-legacy tool-execute-before-patch-legacy'),
  ...files('allow', 'deny', 'tool-execute-before-bash tool-execute-before-bash-child-session'),
  ...files('allow', 'allow', 'tool-execute-before-read tool-execute-before-task tool-execute-before-invalid'),
]

const RECORDED_CLAUDE: readonly PayloadRow[] = [
  ...files('ignored', 'ignored', 'SubagentStart'),
  ...files('context', 'context', 'SessionStart SessionStart-resume UserPromptSubmit'),
  ...files('context', 'context', 'SessionStart-fork', { newSession: true }),
  ...files('allow', 'allow', 'SessionEnd SubagentStop'),
  ...files('allow', 'block', 'Stop'),
  ...files('allow', 'context', 'PostToolUse-Agent PostToolUse-Bash PostToolUse-Edit PostToolUse-NotebookEdit'),
  ...files('allow', 'context', 'PostToolUse-Read PostToolUse-Write'),
  ...files('allow', 'deny', 'PreToolUse-Bash PreToolUse-Edit PreToolUse-NotebookEdit PreToolUse-Write'),
  ...files('allow', 'allow', 'PreToolUse-Agent PreToolUse-Read'),
]

const RECORDED_CODEX: readonly PayloadRow[] = [
  ...files('context', 'context', 'SessionStart SessionStart-resume UserPromptSubmit'),
  ...files('allow', 'block', 'Stop'),
  ...files('allow', 'context', 'PostToolUse-Bash PostToolUse-apply_patch'),
  ...files('allow', 'deny', 'PreToolUse-Bash PreToolUse-apply_patch'),
]

const RECORDED_OPENCODE: readonly PayloadRow[] = [
  ...files(
    'ignored',
    'ignored',
    'event-file.edited event-file.watcher.updated event-session.diff event-session.status',
  ),
  ...files('allow', 'allow', 'event-session.idle', { why: 'the end of a child, not of the turn' }),
  ...files('allow', 'context', 'tool.execute.after-apply_patch tool.execute.after-bash tool.execute.after-edit'),
  ...files('allow', 'context', 'tool.execute.after-invalid tool.execute.after-task tool.execute.after-write'),
  ...files('allow', 'deny', 'tool.execute.before-apply_patch tool.execute.before-bash tool.execute.before-edit'),
  ...files('allow', 'deny', 'tool.execute.before-write'),
  ...files('allow', 'allow', 'tool.execute.before-invalid tool.execute.before-task'),
]

const inFolder = (folder: string, rows: readonly PayloadRow[]): readonly PayloadRow[] =>
  rows.map((row) => ({ ...row, file: `${folder}/${row.file}.json` }))

export const PAYLOAD_ROWS: readonly PayloadRow[] = [
  ...inFolder('claude-code', CLAUDE),
  ...inFolder('codex', CODEX),
  ...inFolder('opencode', OPENCODE),
  ...inFolder('recorded/claude-code', RECORDED_CLAUDE),
  ...inFolder('recorded/codex', RECORDED_CODEX),
  ...inFolder('recorded/opencode', RECORDED_OPENCODE),
]

/** Files beside the payloads that are none. */
export const NO_PAYLOADS: Readonly<Record<string, string>> = {
  'claude-code/output-deny.json': 'an example of an answer',
  'codex/output-deny.json': 'an example of an answer',
  'codex/output-session-start-context.json': 'an example of an answer',
  'codex/trust-hash-vectors.json': 'test data for hook trust',
  'recorded/opencode/init.json': 'lists the keys that were there, not their values',
  'recorded/opencode/chat.message.json': 'lists the keys that were there, not their values',
}
