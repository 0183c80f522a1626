import { describe, expect, it } from 'vitest'
import type { HarnessName } from '../core/harness.ts'
import type { HookEvent, ToolCall } from '../core/hook.ts'
import { findHarness } from './registry.ts'

type CallRow = {
  readonly title: string
  readonly harness: HarnessName
  readonly tool: unknown
  readonly input: unknown
  readonly call: Partial<ToolCall>
}

const PATCH = '*** Begin Patch\n*** Delete File: .hdr/decisions/HDR-003.json\n*** End Patch'
const DELETED = [{ kind: 'delete', path: '/repo/.hdr/decisions/HDR-003.json' }] as const

/** A flat table, so the file may be long. */
const CALLS: readonly CallRow[] = [
  {
    title: 'an edit whose new text is a patch is an edit',
    harness: 'opencode',
    tool: 'edit',
    input: { filePath: '.hdr/decisions/HDR-003.json', oldString: 'a', newString: '*** Begin Patch\n*** Add File: b\n' },
    call: {
      class: 'change',
      known: true,
      operations: [
        {
          kind: 'edit',
          path: '/repo/.hdr/decisions/HDR-003.json',
          pieces: ['*** Begin Patch\n*** Add File: b\n'],
        },
      ],
    },
  },
  {
    title: 'the harness’s own path field counts, and another one too',
    harness: 'opencode',
    tool: 'write',
    input: { file_path: 'a', filePath: 'b', content: 'x' },
    call: {
      operations: [
        { kind: 'write', path: '/repo/b', text: 'x' },
        { kind: 'write', path: '/repo/a', text: 'x' },
      ],
    },
  },
  {
    title: 'a written text that is no text is not known',
    harness: 'claude-code',
    tool: 'Write',
    input: { file_path: '/x', content: { a: 1 } },
    call: { operations: [{ kind: 'write', path: '/x', text: null }] },
  },
  {
    title: 'a change without a path shows what it holds',
    harness: 'claude-code',
    tool: 'Write',
    input: { file_path: ['/repo/.hdr/decisions/HDR-003.json'], content: 'x' },
    call: { operations: [], strings: ['x', '/repo/.hdr/decisions/HDR-003.json'] },
  },
  {
    title: 'several edits of which the first creates leave the text open',
    harness: 'claude-code',
    tool: 'MultiEdit',
    input: { file_path: '/x', edits: [{ old_string: '', new_string: 'a' }, { old_string: 'a', new_string: 'b' }, 7] },
    call: { operations: [{ kind: 'write', path: '/x', text: null }] },
  },
  {
    title: 'edits that name files of their own touch them all',
    harness: 'opencode',
    tool: 'multiedit',
    input: { filePath: 'a', edits: [{ filePath: 'b', oldString: 'x', newString: 'y' }] },
    call: {
      operations: [
        { kind: 'edit', path: '/repo/a', pieces: ['y'] },
        { kind: 'edit', path: '/repo/b', pieces: ['y'] },
      ],
    },
  },
  {
    title: 'a cell without a source is an edit without a new piece',
    harness: 'claude-code',
    tool: 'NotebookEdit',
    input: { notebook_path: '/n.ipynb', edit_mode: 'delete' },
    call: { operations: [{ kind: 'edit', path: '/n.ipynb', pieces: [] }] },
  },
  {
    title: 'an unknown tool lists its strings, its path-like keys and the files of a patch in them',
    harness: 'claude-code',
    tool: 'mcp__x__apply',
    input: { diff: PATCH, files: { 'a/b.json': ['c', { d: 'e' }] } },
    call: { class: 'change', known: false, operations: DELETED, strings: [PATCH, 'a/b.json', 'c', 'e'] },
  },
  {
    title: 'prose with stars in an unknown tool is no fault',
    harness: 'codex',
    tool: 'mcp__x__say',
    input: { text: '*** hello ***' },
    call: { operations: [], strings: ['*** hello ***'], unreadable: null },
  },
  {
    title: 'an input that is a string is one string',
    harness: 'claude-code',
    tool: 'mcp__x__say',
    input: 'hello',
    call: { strings: ['hello'] },
  },
  {
    title: 'a patch tool with a bare string reads it',
    harness: 'codex',
    tool: 'apply_patch',
    input: PATCH,
    call: { operations: DELETED, unreadable: null },
  },
  {
    title: 'a patch tool with a list of words reads them',
    harness: 'codex',
    tool: 'apply_patch',
    input: { command: ['apply_patch', PATCH] },
    call: { operations: DELETED, unreadable: null },
  },
  {
    title: 'a patch tool without a patch says so',
    harness: 'opencode',
    tool: 'apply_patch',
    input: null,
    call: { operations: [], unreadable: 'the call holds no patch' },
  },
  {
    title: 'a patch that ends too early is unreadable and still listed',
    harness: 'opencode',
    tool: 'patch',
    input: { patchText: PATCH.replace('\n*** End Patch', ''), note: '*** stars' },
    call: { operations: DELETED, unreadable: 'the patch has no "*** End Patch" line' },
  },
  {
    title: 'the home sign is a folder in Codex',
    harness: 'codex',
    tool: 'apply_patch',
    input: { command: PATCH.replace('.hdr', '~/.hdr') },
    call: { operations: [{ kind: 'delete', path: '/repo/~/.hdr/decisions/HDR-003.json' }] },
  },
  {
    title: 'the home sign stays in Claude Code',
    harness: 'claude-code',
    tool: 'Edit',
    input: { file_path: '~/x', old_string: 'a', new_string: 'b' },
    call: { operations: [{ kind: 'edit', path: '~/x', pieces: ['b'] }] },
  },
  {
    title: 'a drive letter is absolute',
    harness: 'claude-code',
    tool: 'Write',
    input: { file_path: 'C:\\repo\\a', content: '' },
    call: { operations: [{ kind: 'write', path: 'C:\\repo\\a', text: '' }] },
  },
  {
    title: 'a script behind -lc is the command',
    harness: 'codex',
    tool: 'shell',
    input: { command: ['/bin/bash', '-lc', "echo 'a'"], workdir: 'sub' },
    call: { class: 'shell', command: "echo 'a'", folder: '/repo/sub' },
  },
  {
    title: 'a list of words is quoted',
    harness: 'codex',
    tool: 'Bash',
    input: { command: ['rm', '-rf', "it's", 'a b', 7] },
    call: { command: "rm -rf 'it'\\''s' 'a b'" },
  },
  {
    title: 'words behind the script are kept as words',
    harness: 'codex',
    tool: 'Bash',
    input: { command: ['bash', '-c', 'echo $1', '_', 'x'] },
    call: { command: "bash -c 'echo $1' _ x" },
  },
  {
    title: 'a command may be the whole input',
    harness: 'claude-code',
    tool: 'Bash',
    input: 'ls',
    call: { class: 'shell', command: 'ls' },
  },
  {
    title: 'a shell tool without a command shows what it holds',
    harness: 'claude-code',
    tool: 'Monitor',
    input: { ws: 'wss://x/y' },
    call: { class: 'shell', command: null, strings: ['wss://x/y'], background: true },
  },
  {
    title: 'a shell tool without any input is still a shell tool',
    harness: 'claude-code',
    tool: 'PowerShell',
    input: null,
    call: { class: 'shell', command: null, strings: [], unreadable: null },
  },
  {
    title: 'an absolute workdir replaces the folder',
    harness: 'opencode',
    tool: 'bash',
    input: { command: 'ls', workdir: '/other' },
    call: { folder: '/other' },
  },
  {
    title: 'a workdir that Claude Code does not know changes nothing',
    harness: 'claude-code',
    tool: 'Bash',
    input: { command: 'ls', workdir: '/other', run_in_background: true },
    call: { folder: '/repo', background: true },
  },
  {
    title: 'a call without a name that has a command is a shell call',
    harness: 'claude-code',
    tool: undefined,
    input: { command: 'ls' },
    call: { name: '', class: 'shell', known: false, command: 'ls', strings: ['ls'] },
  },
  {
    title: 'a call without a name that has a path and a text is a write',
    harness: 'claude-code',
    tool: 7,
    input: { path: 'a', content: 'x' },
    call: { name: '', class: 'change', known: false, operations: [{ kind: 'write', path: '/repo/a', text: 'x' }] },
  },
  {
    title: 'a call without a name that has a path alone is an edit',
    harness: 'codex',
    tool: '',
    input: { path: 'a' },
    call: { known: false, operations: [{ kind: 'edit', path: '/repo/a', pieces: [] }] },
  },
  {
    title: 'a call without a name or fields is unknown',
    harness: 'codex',
    tool: null,
    input: ['a'],
    call: { name: '', class: 'change', known: false, operations: [], strings: ['a'] },
  },
  {
    title: 'a name of the prototype is an unknown tool',
    harness: 'claude-code',
    tool: 'constructor',
    input: {},
    call: { class: 'change', known: false },
  },
  {
    title: 'a read names nothing to judge',
    harness: 'claude-code',
    tool: 'Read',
    input: { file_path: '/x' },
    call: { class: 'read', known: true, operations: [], strings: [] },
  },
]

describe('decode of a call', () => {
  it.each(CALLS)('$title', ({ harness, tool, input, call }) => {
    const event = decode(harness, beforeTool(harness, tool, input))
    if (event.kind !== 'before-tool') throw new Error(event.kind)
    const { strings, ...rest } = call
    expect(event.call).toMatchObject(rest)
    if (strings !== undefined) expect([...event.call.strings].sort()).toEqual([...strings].sort())
  })

  it('takes an answer that speaks of the background for a call that goes on', () => {
    const answers = [{ isAsync: true }, { backgroundTaskId: 'b1' }, { stdout: '' }, 'text', null]
    const goesOn = answers.map((response) => {
      const payload = { hook_event_name: 'PostToolUse', tool_name: 'Bash', tool_input: {}, tool_response: response }
      const event = decode('claude-code', payload)
      return event.kind === 'after-tool' && event.calls[0]?.background
    })
    expect(goesOn).toEqual([true, true, false, false, false])
  })

  it('gives a permission request no id', () => {
    const payload = { hook_event_name: 'PermissionRequest', tool_name: 'Bash', tool_input: {}, tool_use_id: 'x' }
    for (const harness of ['claude-code', 'codex'] as const) {
      expect(decode(harness, payload)).toMatchObject({ kind: 'before-tool', call: { id: null } })
    }
  })

  it('marks an input that is too deep or too wide, and does not crash on it', () => {
    let deep: unknown = 'x'
    for (let level = 0; level < 50_000; level += 1) deep = { a: deep }
    const wide = Array.from({ length: 30_000 }, (_, index) => `s${index}`)
    const many = Array.from({ length: 150_000 }, () => [])
    for (const input of [deep, wide, many, { patchText: PATCH, deep }]) {
      for (const tool of ['mcp__x__y', 'apply_patch']) {
        const event = decode('opencode', beforeTool('opencode', tool, input))
        expect(event.kind === 'before-tool' && event.call.unreadable).toContain('nested too deeply')
      }
    }
  })

  it('reads megabytes in a moment', () => {
    const big = ' *** Update File: a\n+'.repeat(150_000)
    const started = performance.now()
    for (const [harness, tool, input] of [
      ['claude-code', 'Write', { file_path: '/x', content: big }],
      ['claude-code', 'mcp__x__y', { text: big }],
      ['codex', 'apply_patch', { command: `*** Begin Patch\n*** Update File: b\n${big}` }],
      [
        'claude-code',
        'MultiEdit',
        { file_path: '/x', edits: Array(100_000).fill({ old_string: 'a', new_string: 'b' }) },
      ],
    ] as const) {
      decode(harness, beforeTool(harness, tool, input))
    }
    expect(performance.now() - started).toBeLessThan(4_000)
  })
})

function beforeTool(harness: HarnessName, tool: unknown, input: unknown): Readonly<Record<string, unknown>> {
  if (harness === 'opencode') {
    return { hook: 'tool.execute.before', directory: '/repo', input: { tool, sessionID: 's' }, output: { args: input } }
  }
  return { hook_event_name: 'PreToolUse', session_id: 's', cwd: '/repo', tool_name: tool, tool_input: input }
}

function decode(harness: HarnessName, payload: Readonly<Record<string, unknown>>): HookEvent {
  const decoded = findHarness(harness)?.decode(payload, { environment: {} })
  if (decoded?.ok !== true) throw new Error('does not decode')
  return decoded.value
}
