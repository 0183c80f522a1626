import type { HarnessName } from '../../src/core/harness.ts'
import type { Scratch } from '../support/scratch.ts'

type Fields = Readonly<Record<string, unknown>>

/** The session in which a test's events happen, unless it says otherwise. */
export const SESSION = 's1'

/** One event of Claude Code or Codex. */
export function event(scratch: Scratch, name: string, more: Fields = {}): Fields {
  return { session_id: SESSION, cwd: scratch.repo, hook_event_name: name, ...more }
}

/** A tool that is about to run in Claude Code or Codex; `more` replaces any field. */
export function call(scratch: Scratch, tool: string, input: Fields, more: Fields = {}): Fields {
  return event(scratch, 'PreToolUse', { tool_name: tool, tool_input: input, tool_use_id: 'call_1', ...more })
}

/** A file that Codex is about to patch. */
export function patch(scratch: Scratch, lines: readonly string[], more: Fields = {}): Fields {
  return call(scratch, 'apply_patch', { command: patchText(lines) }, more)
}

export function patchText(lines: readonly string[]): string {
  return ['*** Begin Patch', ...lines, '*** End Patch', ''].join('\n')
}

/** A tool that is about to run in opencode, in the plugin's wire form. */
export function wireCall(scratch: Scratch, tool: string, args: Fields, more: Fields = {}): Fields {
  const { callID = 'call_1', sessionID = SESSION, ...rest } = more
  return wire(scratch, 'tool.execute.before', { input: { tool, sessionID, callID }, output: { args }, ...rest })
}

export function wire(scratch: Scratch, hook: string, more: Fields): Fields {
  return { hook, directory: scratch.repo, worktree: scratch.repo, rootSessionID: SESSION, ...more }
}

/** The first event of a session in any harness. */
export function sessionStart(
  scratch: Scratch,
  harness: HarnessName,
  session: string | null = SESSION,
  source = 'startup',
): Fields {
  if (harness !== 'opencode') return event(scratch, 'SessionStart', { session_id: session ?? undefined, source })
  const properties = session === null ? {} : { sessionID: session, info: { id: session } }
  return wire(scratch, 'event', { rootSessionID: session, input: { event: { type: 'session.created', properties } } })
}

/** A shell command that is about to run, in any harness. */
export function shellCall(scratch: Scratch, harness: HarnessName, command: string, more: Fields = {}): Fields {
  return harness === 'opencode'
    ? wireCall(scratch, 'bash', { command }, more)
    : call(scratch, 'Bash', { command }, more)
}

/** A file that is about to be written whole, in any harness. */
export function writeCall(
  scratch: Scratch,
  harness: HarnessName,
  path: string,
  text: string,
  more: Fields = {},
): Fields {
  if (harness === 'opencode') return wireCall(scratch, 'write', { filePath: path, content: text }, more)
  if (harness === 'claude-code') return call(scratch, 'Write', { file_path: path, content: text }, more)
  const lines = text.replace(/\n$/, '').split('\n')
  return patch(scratch, [`*** Add File: ${path}`, ...lines.map((line) => `+${line}`)], more)
}
