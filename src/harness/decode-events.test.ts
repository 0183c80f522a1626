import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { HarnessName } from '../core/harness.ts'
import type { HookEvent } from '../core/hook.ts'
import { findHarness, HARNESSES } from './registry.ts'

const PATCH = '*** Begin Patch\n*** Delete File: a\n*** End Patch'

describe('decode of an event', () => {
  it('takes the project folder from the surroundings of Claude Code, if it is absolute', () => {
    const decodeIn = (folder: string | undefined): unknown =>
      findHarness('claude-code')?.decode({ hook_event_name: 'Stop' }, { environment: { CLAUDE_PROJECT_DIR: folder } })
    expect(decodeIn('/repo')).toMatchObject({ value: { projectFolders: ['/repo'] } })
    expect(decodeIn('repo')).toMatchObject({ value: { projectFolders: [] } })
    expect(decodeIn(undefined)).toMatchObject({ value: { projectFolders: [] } })
  })

  it('holds a source that is new to us against what was known before', () => {
    const source = (value: unknown): unknown => decode('codex', { hook_event_name: 'SessionStart', source: value })
    expect(source('startup')).toMatchObject({ source: 'startup' })
    expect(source(undefined)).toMatchObject({ source: 'startup' })
    expect(source('teleport')).toMatchObject({ source: 'resume' })
  })

  it('knows which settings change can be blocked', () => {
    const change = (source: string): unknown =>
      decode('claude-code', { hook_event_name: 'ConfigChange', source, file_path: '/r/.claude/settings.json' })
    expect(change('project_settings')).toMatchObject({ canBlock: true, path: '/r/.claude/settings.json' })
    expect(change('policy_settings')).toMatchObject({ canBlock: false })
  })

  it.each([
    [
      'chat.message of the root',
      'chat.message',
      { sessionID: 'r' },
      'r',
      { kind: 'prompt', sessionId: 'r', agentId: null },
    ],
    ['a call in a child', 'tool.execute.before', { sessionID: 'c', tool: 'x' }, 'r', { sessionId: 'r', agentId: 'c' }],
    ['a call before the root is known', 'tool.execute.before', { sessionID: 'c', tool: 'x' }, null, { sessionId: 'c' }],
    ['the end of a child', 'event', born('session.idle', 'c'), 'r', { kind: 'stop', subAgent: true, canBlock: false }],
    [
      'the birth of a child that nobody knew',
      'event',
      born('session.created', 'c', 'r'),
      null,
      { kind: 'other', sessionId: 'r' },
    ],
    [
      'the birth of a child that passes for a root',
      'event',
      born('session.created', 'c', 'r'),
      'c',
      { sessionId: 'r', agentId: 'c' },
    ],
    ['the birth of a grandchild', 'event', born('session.created', 'c', 'p'), 'r', { sessionId: 'r', agentId: 'c' }],
    ['an event without properties', 'event', { event: { type: 'x' } }, 'r', { kind: 'other', sessionId: 'r' }],
    ['a hook that is new to us', 'something.new', {}, null, { kind: 'other', sessionId: null }],
  ] as const)('reads the sessions of opencode: %s', (_, hook, input, rootSessionID, expected) => {
    const event = decode('opencode', { hook, directory: '/repo', worktree: 'relative', rootSessionID, input })
    expect(event).toMatchObject({ ...expected, cwd: '/repo', projectFolders: [] })
  })

  it.each(HARNESSES)('$name faults a payload without the name of its event, and only that', (harness) => {
    for (const payload of [{}, { hook_event_name: 7, hook: null }, { hook_event_name: '', hook: '' }]) {
      const decoded = harness.decode(payload, { environment: {} })
      expect(decoded).toMatchObject({ ok: false, faults: [{ code: 'hook/bad-shape' }] })
      expect(decoded.ok ? '' : decoded.faults[0]?.message).toContain('payload')
    }
  })

  it('never throws, whatever the types of the fields', () => {
    const fields = ['session_id', 'cwd', 'agent_id', 'source', 'tool_name', 'tool_input', 'tool_response', 'tool_calls']
    const wire = ['directory', 'worktree', 'rootSessionID', 'input', 'output', 'file_path', 'stop_hook_active']
    const value = fc.oneof(
      fc.jsonValue(),
      fc.constantFrom('Bash', 'Edit', 'apply_patch', 'edit', PATCH),
      fc.record({ tool: fc.constantFrom('edit', 'bash', 'patch', 'x'), args: fc.jsonValue(), event: fc.jsonValue() }),
      fc.record({ edits: fc.array(fc.jsonValue()), command: fc.jsonValue(), file_path: fc.jsonValue() }),
    )
    const body = fc.dictionary(fc.constantFrom(...fields, ...wire, '__proto__'), value)
    const names = fc.constantFrom('PreToolUse', 'PostToolUse', 'PostToolBatch', 'Stop', 'SessionStart', 'ConfigChange')
    const hooks = fc.constantFrom('event', 'tool.execute.before', 'tool.execute.after', 'chat.message', '__proto__')
    fc.assert(
      fc.property(fc.constantFrom(...HARNESSES), names, hooks, body, (harness, name, hook, rest) => {
        const decoded = harness.decode({ ...rest, hook_event_name: name, hook }, { environment: {} })
        expect(decoded.ok).toBe(true)
        if (decoded.ok)
          for (const folder of [decoded.value.cwd, ...decoded.value.projectFolders]) expectAbsolute(folder)
      }),
      { numRuns: 500 },
    )
  })
})

function expectAbsolute(folder: string | null): void {
  if (folder !== null) expect(folder).toMatch(/^(\/|\\\\|[A-Za-z]:[\\/])/)
}

function born(type: string, id: string, parentID?: string): object {
  return { event: { type, properties: { info: { id, ...(parentID === undefined ? {} : { parentID }) } } } }
}

function decode(harness: HarnessName, payload: Readonly<Record<string, unknown>>): HookEvent {
  const decoded = findHarness(harness)?.decode(payload, { environment: {} })
  if (decoded?.ok !== true) throw new Error('does not decode')
  return decoded.value
}
