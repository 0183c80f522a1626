# Both entries, oldest first, and which of them applies.
exec bylaw explain HDR-003
cmp stdout golden
exec bylaw explain HDR-003 --json
stdout '"applies": true'

!exec bylaw explain HDR-030
exit 2
stderr 'no decision HDR-030 in this log'
stderr 'did you mean HDR-003'

# A log with nothing in it to explain.
exec rm .hdr/decisions/HDR-003.json
exec bylaw explain
stdout 'the decision log is empty'
-- .hdr/decisions/HDR-003.json --
{
"schema_version": 2,
"id": "HDR-003",
"history": [
{
"date": "2026-10-21",
"title": "Agents may not use shell tools",
"rationale": "Shell commands can change anything, including the decision log.",
"check": { "kind": "tool_denied", "tools": ["Bash"] }
},
{
"date": "2026-11-02",
"title": "Shell is allowed; the decision log is protected instead",
"rationale": "The ban blocked builds and tests; the log now guards itself.",
"check": { "kind": "path_exists", "path": ".hdr" }
}
]
}
-- golden --
HDR-003  current, as revised
  1. 2026-10-21 Agents may not use shell tools
     why: Shell commands can change anything, including the decision log.
     check: denies the tools Bash
     covers claude-code: Bash, PowerShell, Monitor
     covers codex: Bash, shell, local_shell, shell_command, exec_command,
       write_stdin
     covers opencode: bash
     covers gemini-cli: run_shell_command
     covers qwen-code: run_shell_command
     covers cursor: Shell
     covers copilot-cli: bash, run_in_terminal, runTerminalCommand, powershell
     covers windsurf: run_command
     covers kiro: execute_bash, execute_pwsh
     covers factory-droid: Execute
     covers cline: execute_command
     covers pi: bash
     covers amp: Bash
  2. 2026-11-02 Shell is allowed; the decision log is protected instead
     applies now
     why: The ban blocked builds and tests; the log now guards itself.
     check: requires that .hdr exists
