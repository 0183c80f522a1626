import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { HarnessName } from '../harness.ts'
import { TOOL_FAMILIES } from './tool-families.ts'
import { matchesToolGlob } from './tool-glob.ts'
import { coveredToolNames, isKnownToolPattern, isToolDenied } from './tool-names.ts'

type Row = readonly [pattern: string, tool: string, harness: HarnessName]

describe('isToolDenied', () => {
  it.each<Row>([
    ['Bash', 'Bash', 'claude-code'],
    ['Bash', 'PowerShell', 'claude-code'],
    ['Bash', 'Monitor', 'claude-code'],
    ['Bash', 'bash', 'opencode'],
    ['Bash', 'Bash', 'codex'],
    ['Bash', 'exec_command', 'codex'],
    ['bash', 'Bash', 'claude-code'],
    ['run_shell_command', 'bash', 'opencode'],
    ['Shell', 'Monitor', 'claude-code'],
    ['Write', 'write', 'opencode'],
    ['Write', 'apply_patch', 'codex'],
    ['Edit', 'apply_patch', 'opencode'],
    ['Edit', 'patch', 'opencode'],
    ['Edit', 'MultiEdit', 'claude-code'],
    ['Edit', 'NotebookEdit', 'claude-code'],
    ['apply_patch', 'patch', 'opencode'],
    ['ApplyPatch', 'apply_patch', 'codex'],
    ['Task', 'Agent', 'claude-code'],
    ['Agent', 'Task', 'claude-code'],
    ['Task', 'task', 'opencode'],
    ['Task', 'collaborationspawn_agent', 'codex'],
    ['spawn_agent', 'task', 'opencode'],
    ['WebFetch', 'webfetch', 'opencode'],
    ['*', 'Read', 'claude-code'],
    ['Web*', 'webfetch', 'opencode'],
    ['?ash', 'Bash', 'claude-code'],
    ['mcp__github__create_issue', 'mcp__github__create_issue', 'claude-code'],
    ['mcp__github__*', 'mcp__github__create_issue', 'codex'],
    ['mcp__github', 'mcp__github__create_issue', 'claude-code'],
    ['mcp__*', 'mcp__github__create_issue', 'claude-code'],
    ['mcp__github__create_issue', 'github_create_issue', 'opencode'],
    ['mcp__github__*', 'github_create_issue', 'opencode'],
    ['mcp__github', 'github_create_issue', 'opencode'],
    ['mcp__*', 'github_create_issue', 'opencode'],
    ['github_*', 'github_create_issue', 'opencode'],
    ['MyTool', 'MyTool', 'opencode'],
  ])('lets %s deny %s in %s', (pattern, tool, harness) => {
    expect(isToolDenied(['Nothing', pattern], tool, harness)).toBe(pattern)
  })

  it.each<Row>([
    ['Monitor', 'Bash', 'claude-code'],
    ['PowerShell', 'Bash', 'claude-code'],
    ['PowerShell', 'Monitor', 'claude-code'],
    ['apply_patch', 'write', 'opencode'],
    ['apply_patch', 'edit', 'opencode'],
    ['Write', 'edit', 'opencode'],
    ['Edit', 'Write', 'claude-code'],
    ['NotebookEdit', 'Edit', 'claude-code'],
    ['MultiEdit', 'Edit', 'claude-code'],
    ['Bash', 'apply_patch', 'codex'],
    ['Write', 'Read', 'claude-code'],
    [' Bash', 'Bash', 'claude-code'],
    ['Bash ', 'Bash', 'claude-code'],
    ['BASH', 'Bash', 'claude-code'],
    ['', 'Bash', 'claude-code'],
    ['Task', 'TaskList', 'claude-code'],
    ['Agent', 'collaborationwait_agent', 'codex'],
    ['mcp__github__create_issue', 'mcp__github__close_issue', 'claude-code'],
    ['mcp__github__*', 'mcp__gitlab__create_issue', 'claude-code'],
    ['mcp__github', 'mcp__github2__create_issue', 'claude-code'],
    ['mcp__apply__patch', 'apply_patch', 'opencode'],
    ['mcp__*', 'apply_patch', 'opencode'],
    ['mcp__*', 'bash', 'opencode'],
    ['mcp__*', 'custom', 'opencode'],
    ['mcp__github__*', 'github_create_issue', 'codex'],
    ['mcp__*', 'Bash', 'claude-code'],
  ])('does not let %j deny %s in %s', (pattern, tool, harness) => {
    expect(isToolDenied([pattern], tool, harness)).toBeNull()
  })

  it('is not fooled by names of the prototype', () => {
    for (const name of ['__proto__', 'constructor', 'toString']) {
      expect(isToolDenied(['Bash'], name, 'claude-code')).toBeNull()
      expect(isKnownToolPattern(name)).toBe(false)
    }
  })
})

describe('isKnownToolPattern', () => {
  it.each(['Bash', 'run_shell_command', 'mcp__github__*', 'mcp__github', 'mcp__*', 'Web*', '*', 'patch', 'REPL'])(
    'knows %s',
    (pattern) => {
      expect(isKnownToolPattern(pattern)).toBe(true)
    },
  )

  it.each([' Bash', 'Bash\t', 'Bahs', 'BASH', '', 'Zzz*', 'mcp__', ' mcp__a__b', 'github_create_issue'])(
    'does not know %j',
    (pattern) => {
      expect(isKnownToolPattern(pattern)).toBe(false)
    },
  )
})

describe('coveredToolNames', () => {
  it('names the shell tools of every harness', () => {
    const covered = new Map(coveredToolNames(['Bash']).map((one) => [one.harness, one.names]))
    expect(covered.get('claude-code')).toEqual(['Bash', 'PowerShell', 'Monitor'])
    expect(covered.get('opencode')).toEqual(['bash'])
    expect(covered.get('gemini-cli')).toEqual(['run_shell_command'])
  })

  it('names what a server is called elsewhere', () => {
    expect(coveredToolNames(['mcp__github__*'])).toEqual([
      { harness: 'claude-code', names: ['mcp__github__*'] },
      { harness: 'codex', names: ['mcp__github__*'] },
      { harness: 'opencode', names: ['github_*'] },
      { harness: 'gemini-cli', names: ['mcp_github_*'] },
    ])
  })

  it('says only what isToolDenied does', () => {
    for (const family of TOOL_FAMILIES) {
      const pattern = Object.values(family.names).flat()[0] ?? ''
      for (const { harness, names } of coveredToolNames([pattern])) {
        if (harness !== 'claude-code' && harness !== 'codex' && harness !== 'opencode') continue
        for (const name of names) expect(isToolDenied([pattern], name, harness)).toBe(pattern)
      }
    }
  })

  it('covers nothing for an unknown name', () => {
    expect(coveredToolNames(['Bahs', ' mcp__a__b'])).toEqual([])
  })
})

describe('TOOL_FAMILIES', () => {
  it('has unique ids, no empty family, and covers only what exists', () => {
    const ids = TOOL_FAMILIES.map((family) => family.id)
    expect(new Set(ids).size).toBe(ids.length)
    for (const family of TOOL_FAMILIES) {
      expect(Object.values(family.names).flat().length).toBeGreaterThan(0)
      for (const covered of family.covers ?? []) expect(ids).toContain(covered)
    }
  })
})

describe('matchesToolGlob', () => {
  it('agrees with a regular expression', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '_'), maxLength: 12 })
    const glob = fc.string({ unit: fc.constantFrom('a', 'b', '_', '*', '?'), maxLength: 8 })
    fc.assert(
      fc.property(glob, text, (pattern, name) => {
        const source = pattern.replaceAll('*', '.*').replaceAll('?', '.')
        expect(matchesToolGlob(pattern, name)).toBe(new RegExp(`^${source}$`).test(name))
      }),
    )
  })

  it('does not run away', () => {
    const started = performance.now()
    expect(matchesToolGlob(`${'*a'.repeat(50)}b`, 'a'.repeat(20_000))).toBe(false)
    expect(performance.now() - started).toBeLessThan(1_000)
  })
})
