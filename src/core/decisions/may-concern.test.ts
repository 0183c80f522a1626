import { describe, expect, it } from 'vitest'
import { classifyCommand } from '../policy/classify-command.ts'
import { calledPrograms } from '../shell/called-programs.ts'
import { matchesCommandPattern } from '../shell/command-pattern.ts'
import { parseCommandLine } from '../shell/parse-command-line.ts'
import { isToolDenied } from '../tools/tool-names.ts'
import type { Check } from './check.ts'
import { evaluateToolCall } from './evaluate-tool-call.ts'
import { mayConcern } from './may-concern.ts'

const CHECKS: readonly Check[] = [
  { kind: 'tool_denied', tools: ['Bash'] },
  { kind: 'tool_denied', tools: ['Web*', 'mcp__x__*'] },
  { kind: 'command_denied', commands: ['npm publish', 'git * push'] },
  { kind: 'command_denied', commands: ['* publish'] },
  { kind: 'command_denied', commands: ['sudo *'] },
  { kind: 'command_denied', commands: ['np? publish'] },
  { kind: 'command_denied', commands: ['/usr/bin/git push'] },
  { kind: 'command_denied', commands: ['rm'] },
  {
    kind: 'all',
    checks: [
      { kind: 'path_exists', path: 'a' },
      { kind: 'command_denied', commands: ['make deploy'] },
    ],
  },
  { kind: 'write_denied', paths: ['**'] },
  { kind: 'command_policy', mode: 'enforce' },
]
const CALLS = [
  ['Read', ''],
  ['WebFetch', ''],
  ['mcp__x__y', ''],
  ['Bash', 'npm publish'],
  ['Bash', 'npm test'],
  ['Bash', 'git -C x push'],
  ['Bash', '/usr/bin/git push'],
  ['Bash', 'sudo rm x'],
  ['Bash', 'make deploy && ls'],
  ['Bash', 'cargo publish'],
  ['Bash', '\\npm publish'],
] as const

describe('mayConcern', () => {
  it('is never false for a check that fails', () => {
    const seen = { concerned: 0, passed: 0 }
    for (const check of CHECKS) {
      for (const [toolName, command] of CALLS) {
        const { commands, faults } = parseCommandLine(command)
        const failure = evaluateToolCall(check, {
          toolName,
          harness: 'claude-code',
          commands,
          shellFaults: faults,
          targets: [],
          matchText: () => false,
          isToolDenied,
          matchesCommand: matchesCommandPattern,
          policy: command === '' ? null : classifyCommand(command),
        })
        const may = mayConcern(check, {
          toolName,
          harness: 'claude-code',
          isShell: toolName === 'Bash',
          called: calledPrograms(commands),
          commands,
          hasPolicyFile: () => false,
        })
        if (failure !== null) expect(may, `${JSON.stringify(check)} ${command}`).toBe(true)
        seen[may ? 'concerned' : 'passed'] += 1
      }
    }
    expect(seen.concerned).toBeGreaterThan(15)
    expect(seen.passed).toBeGreaterThan(60)
  })

  it.each([
    ['a quiet command', true, 'ls', false, false],
    ['a quiet command below a policy file', true, 'ls', true, true],
    ['a text without a simple command', true, '(( x = 1 ))', false, false],
    ['such a text below a policy file', true, '(( x = 1 ))', true, true],
    ['a tool that is no shell, below a policy file', false, '', true, false],
  ])('the command policy: %s', (_, isShell, text, hasPolicyFile, wanted) => {
    const { commands } = parseCommandLine(text)
    const call = { toolName: 'X', harness: 'claude-code', isShell, called: new Set<string>(), commands } as const
    const policy = { kind: 'command_policy', mode: 'enforce' } as const
    expect(mayConcern(policy, { ...call, hasPolicyFile: () => hasPolicyFile })).toBe(wanted)
  })
})
