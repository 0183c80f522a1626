import { describe, expect, test } from 'vitest'
import type { SimpleCommand } from '../shell/simple-command.ts'
import type { Check } from './check.ts'
import { deleteOf, editOf, writeOf } from './check-example.ts'
import { evaluateToolCall, type ToolFacts, type ToolTarget } from './evaluate-tool-call.ts'

function facts(changes: Partial<ToolFacts> = {}): ToolFacts {
  return {
    toolName: 'Write',
    harness: 'claude-code',
    commands: [],
    shellFaults: [],
    targets: [],
    matchText: (pattern, _flags, text) => text.includes(pattern),
    isToolDenied: (patterns, name) => (patterns.includes(name) ? name : null),
    matchesCommand: (pattern, command) => command.words[0]?.text === pattern,
    policy: null,
    ...changes,
  }
}

const push: SimpleCommand = {
  words: [{ text: 'push', dynamic: false, span: [0, 4] }],
  assignments: [],
  redirects: [],
  stdin: null,
  span: [0, 4],
  nesting: [],
  wrappers: [],
  folder: '',
  piped: false,
}

const infra: Check = { kind: 'write_denied', paths: ['ops/infra/', '*.lock'], except: ['ops/infra/*.md'] }

function moveOf(path: string): ToolTarget {
  return { ...deleteOf(path), action: 'move' }
}

describe('write_denied', () => {
  test.each<[ToolTarget, boolean]>([
    [writeOf('ops/infra/a.tf', ''), true],
    [editOf('OPS/Infra/a.tf'), true],
    [writeOf('ops/infra/a.md', ''), false],
    [writeOf('ops/other/a', ''), false],
    [deleteOf('ops/infra'), true],
    [deleteOf('ops'), true],
    [deleteOf('Ops/'), true],
    [moveOf('ops'), true],
    [deleteOf('.'), true],
    [deleteOf('op'), false],
    [writeOf('ops', ''), false],
    [deleteOf('node_modules'), false],
    [{ ...deleteOf('ops/*'), glob: true }, true],
    [{ ...deleteOf('*'), glob: true }, true],
    [{ ...writeOf('*', ''), glob: true }, false],
    [{ ...writeOf('*/infra/x', ''), glob: true }, true],
    [{ ...deleteOf('src/*'), glob: true }, false],
    [{ ...deleteOf('ops/infra/*.md'), glob: true }, true],
    [writeOf('yarn.lock', ''), true],
  ])('%j: %s', (target, denied) => {
    expect(evaluateToolCall(infra, facts({ targets: [target] })) !== null).toBe(denied)
  })

  test('says what was tried, which glob says so, and what to do', () => {
    expect(evaluateToolCall(infra, facts({ targets: [writeOf('ops/infra/a.tf', '')] }))).toEqual({
      message: 'writing ops/infra/a.tf is denied (ops/infra/): change something else, or ask a person',
      effect: 'deny',
    })
  })
})

describe('other kinds', () => {
  test('a denied tool is named, also under another name', () => {
    const check: Check = { kind: 'tool_denied', tools: ['Bash'], effect: 'ask' }
    expect(evaluateToolCall(check, facts({ toolName: 'Bash' }))?.effect).toBe('ask')
    expect(evaluateToolCall(check, facts({ toolName: 'shell', isToolDenied: () => 'Bash' }))?.message).toMatch(
      /^the tool shell is denied \(named Bash\)/,
    )
    expect(evaluateToolCall(check, facts())).toBeNull()
  })

  test('a denied command is named, and a text that cannot be read is not trusted', () => {
    const check: Check = { kind: 'command_denied', commands: ['npm', 'push'] }
    expect(evaluateToolCall(check, facts({ commands: [push] }))?.message).toMatch(
      /^the command push is denied \(push\)/,
    )
    expect(evaluateToolCall(check, facts({ shellFaults: ['open quote'] }))?.message).toMatch(/open quote/)
    expect(evaluateToolCall({ ...check, commands: ['npm'] }, facts({ commands: [push] }))).toBeNull()
  })

  test.each<[ToolTarget, boolean]>([
    [writeOf('a.sh', 'rm'), true],
    [writeOf('a.sh', 'set -e'), false],
    [editOf('a.sh', 'rm'), false],
    [{ ...writeOf('a.sh', ''), text: null }, false],
    [writeOf('a.ts', 'rm'), false],
  ])('text_required on %j: %s', (target, denied) => {
    const check: Check = { kind: 'text_required', paths: ['*.sh'], pattern: 'set -e' }
    expect(evaluateToolCall(check, facts({ targets: [target] })) !== null).toBe(denied)
  })

  test.each<[ToolTarget, boolean]>([
    [writeOf('a.ts', 'x TODO'), true],
    [editOf('a.ts', 'x', 'TODO'), true],
    [{ ...moveOf('a.ts'), pieces: ['TODO'] }, true],
    [{ ...editOf('a.ts', 'x'), text: 'old TODO' }, false],
    [editOf('a.md', 'TODO'), false],
    [deleteOf('a.ts'), false],
  ])('text_forbidden on %j: %s', (target, denied) => {
    const check: Check = { kind: 'text_forbidden', paths: ['*.ts'], pattern: 'TODO' }
    expect(evaluateToolCall(check, facts({ targets: [target] })) !== null).toBe(denied)
  })

  test.each<[ToolTarget, boolean]>([
    [{ ...writeOf('log', 'one two'), before: 'one' }, false],
    [{ ...writeOf('log', 'two'), before: 'one' }, true],
    [{ ...writeOf('log', 'two'), before: null }, false],
    [writeOf('log', 'two'), false],
    [{ ...editOf('log', 'two'), text: 'one two', before: 'one' }, false],
    [{ ...editOf('log', 'two'), text: 'two', before: 'one' }, true],
    [editOf('log', 'two'), false],
    [deleteOf('log'), true],
    [moveOf('log'), true],
    [deleteOf('other'), false],
  ])('append_only on %j: %s', (target, denied) => {
    const check: Check = { kind: 'append_only', paths: ['log'] }
    expect(evaluateToolCall(check, facts({ targets: [target] })) !== null).toBe(denied)
  })

  test.each<Check>([
    { kind: 'append_only', shell: 'guard' },
    { kind: 'path_exists', path: 'a' },
    { kind: 'path_absent', path: 'a' },
    { kind: 'hooks_registered' },
    { kind: 'command_passes', argv: ['a'] },
  ])('$kind does not look at calls', (check) => {
    expect(evaluateToolCall(check, facts({ targets: [deleteOf('a')], commands: [push] }))).toBeNull()
  })
})

describe('all', () => {
  const soft: Check = { kind: 'tool_denied', tools: ['Write'], effect: 'warn' }
  const hard: Check = { kind: 'tool_denied', tools: ['Write'] }

  test('the strictest part wins, whatever the order', () => {
    for (const checks of [
      [soft, hard],
      [hard, soft],
    ]) {
      expect(evaluateToolCall({ kind: 'all', checks }, facts())?.effect).toBe('deny')
    }
  })

  test('its effect is the one of parts that have none', () => {
    expect(evaluateToolCall({ kind: 'all', effect: 'ask', checks: [soft, hard] }, facts())?.effect).toBe('ask')
  })

  test('passes when every part does', () => {
    expect(evaluateToolCall({ kind: 'all', checks: [soft, hard] }, facts({ toolName: 'Read' }))).toBeNull()
  })
})

test('messages stay short, whatever the names are', () => {
  const long = 'x'.repeat(5000)
  const checks: readonly Check[] = [
    { kind: 'write_denied', paths: [`${'x'.repeat(900)}*`] },
    { kind: 'text_forbidden', paths: ['**'], pattern: 'x'.repeat(900) },
    { kind: 'tool_denied', tools: [long] },
  ]
  const given = facts({ toolName: long, targets: [writeOf(long, long)] })
  for (const check of checks) expect(evaluateToolCall(check, given)?.message.length).toBeLessThan(350)
})
