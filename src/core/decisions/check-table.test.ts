import { describe, expect, test } from 'vitest'
import { compileGlobs } from '../codec/globs.ts'
import { compileTextPattern } from '../codec/text-pattern.ts'
import { classifyCommand } from '../policy/classify-command.ts'
import type { PolicyVerdict } from '../policy/classify-reading.ts'
import { findPermit } from '../policy/permit.ts'
import { matchesCommandPattern } from '../shell/command-pattern.ts'
import type { SimpleCommand } from '../shell/simple-command.ts'
import type { Check } from './check.ts'
import type { CheckExample } from './check-example.ts'
import { CHECK_RECORDS, CHECK_TABLE, checkSchema, explainCheck } from './check-table.ts'
import { evaluateToolCall, type ToolFacts } from './evaluate-tool-call.ts'
import { evaluateWorkspace, type WorkspaceFacts } from './evaluate-workspace.ts'

type Example<K> = Extract<CheckExample, { readonly kind: K }>

const matchText: ToolFacts['matchText'] = (pattern, flags, text) => {
  const compiled = compileTextPattern(pattern, flags)
  return compiled.ok && compiled.value(text)
}

function simpleCommand(text: string): SimpleCommand {
  const words = text.split(' ').map((word) => ({ text: word, dynamic: false, span: [0, 0] as const }))
  return {
    words,
    assignments: [],
    redirects: [],
    stdin: null,
    span: [0, 0],
    nesting: [],
    wrappers: [],
    folder: '',
    piped: false,
  }
}

function policyOf({ check, command = '' }: Example<'call'>): PolicyVerdict {
  const permits = check.kind === 'command_policy' ? (check.permit ?? []) : []
  const granted = permits.map((permit) => ({ decision: 'HDR-001', permit }))
  const inside = (path: string) => ({ written: path, real: path, absolute: `/p/${path}`, absoluteReal: `/p/${path}` })
  return classifyCommand(command, { permitFor: (found, context) => findPermit(found, context, granted, inside) })
}

function toolFacts(example: Example<'call'>): ToolFacts {
  const { tool, command, targets = [] } = example
  return {
    toolName: tool,
    harness: 'claude-code',
    commands: command === undefined ? [] : [simpleCommand(command)],
    shellFaults: [],
    targets,
    matchText,
    isToolDenied: (patterns, name) => patterns.find((pattern) => compileGlobs([pattern])(name)) ?? null,
    matchesCommand: matchesCommandPattern,
    policy: command === undefined ? null : policyOf(example),
  }
}

function workspaceFacts({ files, hooks, command, rewritten, evidence }: Example<'tree'>): WorkspaceFacts {
  const event = 'SessionStart'
  return {
    pathExists: (path) => Object.hasOwn(files, path),
    matchedFiles: (globs) => Object.keys(files).filter(compileGlobs(globs)),
    readText: (path) => files[path] ?? null,
    matchText,
    hookEvents: () =>
      hooks === 'registered' ? { registered: [event], missing: [] } : { registered: [], missing: [event] },
    commandResult: () => command ?? 'not-run',
    evidenceResult: () =>
      evidence === 'fresh'
        ? { kind: 'fresh', record: '.hpp/evidence/unit.json' }
        : { kind: 'lacking', why: 'nothing was run', run: 'bylaw evidence run --id unit -- COMMAND' },
    ...(rewritten === undefined ? {} : { changedEarlier: () => rewritten }),
  }
}

function fails(example: CheckExample): boolean {
  if (example.kind === 'call') return evaluateToolCall(example.check, toolFacts(example)) !== null
  return evaluateWorkspace(example.check, 'stop', workspaceFacts(example)).kind === 'failed'
}

describe('the table of checks', () => {
  test.each(CHECK_RECORDS)('$kind has moments, a summary, hits and misses of its own kind', (record) => {
    expect(CHECK_TABLE[record.kind]).toBe(record)
    expect(record.moments.length).toBeGreaterThan(0)
    expect(record.summary).not.toBe('')
    expect(record.hits.length * record.misses.length).toBeGreaterThan(0)
    for (const { check } of [...record.hits, ...record.misses]) {
      expect(check.kind).toBe(record.kind)
      expect(checkSchema.safeParse(check)).toEqual({ success: true, data: check })
      expect(explainCheck(check)).not.toMatch(/undefined|\n/)
    }
  })

  test.each(CHECK_RECORDS.flatMap(({ kind, hits }) => hits.map((hit) => [kind, hit] as const)))(
    '%s fails for %j',
    (_, hit) => {
      expect(fails(hit)).toBe(true)
    },
  )

  test.each(CHECK_RECORDS.flatMap(({ kind, misses }) => misses.map((miss) => [kind, miss] as const)))(
    '%s passes for %j',
    (_, miss) => {
      expect(fails(miss)).toBe(false)
    },
  )

  test.each<[Check, string]>([
    [{ kind: 'write_denied', paths: ['a', 'b'], except: ['c'] }, 'denies changes of a, b, except c'],
    [
      { kind: 'append_only', shell: 'guard' },
      'lets the decision log grow at the end only, and guards it against shell commands',
    ],
    [
      { kind: 'hooks_registered' },
      'requires our hooks for every lifecycle event in every harness that has a registration',
    ],
    [{ kind: 'hooks_registered', harnesses: ['codex'], events: ['Stop'] }, 'requires our hooks for Stop in codex'],
    [{ kind: 'text_forbidden', paths: ['a'], pattern: 'x', flags: 'i' }, 'forbids /x/i in a'],
    [{ kind: 'text_required', paths: ['a'], pattern: 'x' }, 'requires /x/ in a'],
    [
      { kind: 'evidence_required', criterion: 'a', argv: ['b', 'c'], max_age: '24h' },
      'requires evidence of a on the tree as it is, of the command "b" "c", not older than 24h',
    ],
    [{ kind: 'command_passes', argv: ['a', 'b c'] }, 'runs "a" "b c" and requires exit code 0'],
  ])('%j is explained in one line', (check, line) => expect(explainCheck(check)).toBe(line))

  test('an explanation says what a softer effect means', () => {
    const parts: Check[] = [
      { kind: 'tool_denied', tools: ['Bash'], effect: 'ask' },
      { kind: 'path_exists', path: 'a', effect: 'warn' },
    ]
    expect(explainCheck({ kind: 'all', checks: parts })).toBe(
      'denies the tools Bash (asks a person); requires that a exists (warns only)',
    )
  })
})

describe('the schema of checks', () => {
  test.each<[unknown]>([
    [{ kind: 'tool_denied', tools: [] }],
    [{ kind: 'tool_denied', tools: [' '] }],
    [{ kind: 'tool_denied' }],
    [{ kind: 'command_denied', commands: [' '] }],
    [{ kind: 'command_denied', commands: ['a && b'] }],
    [{ kind: 'tool_denied', tools: 'Bash' }],
    [{ kind: 'write_denied', paths: ['../x'] }],
    [{ kind: 'write_denied', paths: ['a'], except: ['/x'] }],
    [{ kind: 'path_exists', path: '/etc' }],
    [{ kind: 'path_exists', path: 'a/../../b' }],
    [{ kind: 'path_exists', path: '' }],
    [{ kind: 'path_exists', path: 'a\\b' }],
    [{ kind: 'text_required', paths: ['a'], pattern: '' }],
    [{ kind: 'text_required', paths: ['a'], pattern: 'a', flags: 'g' }],
    [{ kind: 'append_only', shell: 'audit' }],
    [{ kind: 'hooks_registered', harnesses: ['vim'] }],
    [{ kind: 'command_passes', argv: [] }],
    [{ kind: 'command_passes', argv: ['a'], timeout: 0 }],
    [{ kind: 'command_passes', argv: ['a'], timeout: 1.5 }],
    [{ kind: 'command_passes', argv: ['a'], timeout: 3601 }],
    [{ kind: 'all', checks: [] }],
    [{ kind: 'all', checks: [{ kind: 'nothing' }] }],
    [{ kind: 'path_exists', path: 'a', effect: 'allow' }],
    [{ kind: 'path_exists', path: 'a', other: 1 }],
    [{ kind: 'evidence_required', ids: ['a'] }],
    [{ kind: 'evidence_required', criterion: '../a' }],
    [{ kind: 'evidence_required', criterion: 'a', max_age: '1' }],
    [{ kind: 'evidence_required', criterion: 'a', argv: [] }],
    [{ kind: 'toString' }],
    [{}],
    [null],
    [[]],
  ])('%j is refused', (check) => expect(checkSchema.safeParse(check).success).toBe(false))
})
