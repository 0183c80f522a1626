import { describe, expect, test } from 'vitest'
import { compileGlobs } from '../codec/globs.ts'
import { CHECK_MOMENTS, type Check, type Moment } from './check.ts'
import { type CommandResult, evaluateWorkspace, type HookEvents, type WorkspaceFacts } from './evaluate-workspace.ts'

type Tree = {
  readonly files?: Readonly<Record<string, string | null>>
  readonly hooks?: Readonly<Record<string, HookEvents>>
  readonly command?: CommandResult
  readonly changed?: readonly string[]
}

function facts({ files = {}, hooks = {}, command = 'not-run', changed }: Tree = {}): WorkspaceFacts {
  return {
    pathExists: (path) => Object.hasOwn(files, path),
    matchedFiles: (globs) => Object.keys(files).filter(compileGlobs(globs)),
    readText: (path) => files[path] ?? null,
    matchText: (pattern, _flags, text) => text.includes(pattern),
    hookEvents: (harness) => hooks[harness] ?? 'no-registration',
    commandResult: () => command,
    evidenceResult: () => ({ kind: 'lacking', why: 'nothing was run', run: 'bylaw evidence run' }),
    ...(changed === undefined ? {} : { changedEarlier: () => changed, changedFiles: () => changed }),
  }
}

const registered: HookEvents = { registered: ['A', 'B'], missing: ['C'] }
const complete: HookEvents = { registered: ['A', 'B', 'C'], missing: [] }
const required: Check = { kind: 'text_required', paths: ['*.sh'], pattern: 'set -e' }
const forbidden: Check = { kind: 'text_forbidden', paths: ['*.ts'], pattern: 'TODO' }
const hooks: Check = { kind: 'hooks_registered' }
const program: Check = { kind: 'command_passes', argv: ['npm', 'test'], timeout: 5 }
const grows: Check = { kind: 'append_only', paths: ['log'] }
const sealed: Check = { kind: 'write_denied', paths: ['infra/'] }

describe('the work tree', () => {
  test.each<[Check, Tree, string, RegExp]>([
    [{ kind: 'path_exists', path: 'a' }, { files: { a: '' } }, 'passed', /a exists/],
    [{ kind: 'path_exists', path: 'a' }, {}, 'failed', /a does not exist: create it/],
    [{ kind: 'path_absent', path: 'a' }, { files: { a: '' } }, 'failed', /a exists: remove it/],
    [{ kind: 'path_absent', path: 'a' }, {}, 'passed', /absent/],
    [required, { files: { 'a.sh': 'set -e', 'b.sh': 'set -eu' } }, 'passed', /2 files/],
    [required, { files: { 'a.sh': 'set -e' } }, 'passed', /1 file /],
    [required, { files: { 'a.sh': 'rm', 'b.sh': 'set -e' } }, 'failed', /^a\.sh lacks/],
    [required, { files: { 'a.sh': null, 'b.sh': '' } }, 'failed', /^a\.sh, b\.sh lack /],
    [required, {}, 'not-checked', /no file matches \*\.sh/],
    [forbidden, { files: { 'a.ts': 'TODO' } }, 'failed', /^a\.ts holds/],
    [
      forbidden,
      { files: Object.fromEntries(['a', 'b', 'c', 'd', 'e'].map((n) => [`${n}.ts`, 'TODO'])) },
      'failed',
      /and 2 more hold/,
    ],
    [forbidden, { files: { 'a.ts': null } }, 'passed', /without/],
    [forbidden, {}, 'passed', /0 files/],
    [hooks, {}, 'not-checked', /no harness has our hooks/],
    [hooks, { hooks: { codex: complete } }, 'passed', /registered in codex$/],
    [hooks, { hooks: { codex: registered, opencode: complete } }, 'failed', /codex lacks our hooks for C/],
    [hooks, { hooks: { codex: 'unknown' } }, 'not-checked', /cannot be seen/],
    [{ ...hooks, harnesses: ['codex'] }, { hooks: { opencode: complete } }, 'failed', /not registered in codex/],
    [{ ...hooks, events: ['A'] }, { hooks: { codex: registered } }, 'passed', /codex/],
    [{ ...hooks, events: ['D'] }, { hooks: { codex: complete } }, 'failed', /for D/],
    [program, { command: 'passed' }, 'passed', /npm test passed/],
    [program, { command: 'failed' }, 'failed', /npm test failed/],
    [program, { command: 'not-accepted' }, 'not-checked', /decisions accept/],
    [program, { command: 'not-run' }, 'not-checked', /validate --run/],
    [grows, { changed: [] }, 'passed', /only grew/],
    [grows, { changed: ['log'] }, 'failed', /^log changed before the end/],
    [grows, {}, 'not-checked', /nothing was noted/],
    [{ kind: 'append_only' }, { changed: ['log'] }, 'not-applicable', /LOG-INTEGRITY/],
    [sealed, { changed: ['infra/a'] }, 'failed', /denied to agents/],
    [sealed, { changed: [] }, 'passed', /nothing changed/],
    [sealed, {}, 'not-applicable', /nothing was noted/],
    [{ kind: 'tool_denied', tools: ['a'] }, {}, 'not-applicable', /not evaluated/],
  ])('%j in %j: %s', (check, tree, kind, message) => {
    const outcome = evaluateWorkspace(check, 'stop', facts(tree))
    expect(outcome.kind).toBe(kind)
    expect(outcome.message).toMatch(message)
    if (outcome.kind === 'failed') expect(outcome.effect).toBe(check === sealed ? 'warn' : 'deny')
  })

  test('a check is only looked at in its moments', () => {
    const checks: readonly Check[] = [{ kind: 'path_exists', path: 'a' }, required, hooks, program, grows, sealed]
    const moments: readonly Moment[] = ['session-start', 'after-tool', 'stop', 'validate']
    for (const check of checks) {
      for (const moment of moments) {
        const { kind } = evaluateWorkspace(
          check,
          moment,
          facts({ changed: [], command: 'failed', files: { 'a.sh': '' } }),
        )
        expect(kind === 'not-applicable').toBe(!CHECK_MOMENTS[check.kind].includes(moment))
      }
    }
  })

  test('before a tool only missing hooks are looked at, and never more than warned of', () => {
    const missing = facts({ hooks: { codex: registered } })
    expect(evaluateWorkspace(hooks, 'before-tool', missing)).toMatchObject({ kind: 'failed', effect: 'warn' })
    expect(evaluateWorkspace(forbidden, 'before-tool', facts({ files: { 'a.ts': 'TODO' } })).kind).toBe(
      'not-applicable',
    )
  })
})

describe('all', () => {
  const here: Check = { kind: 'path_exists', path: 'here' }
  const gone: Check = { kind: 'path_exists', path: 'gone' }
  const tool: Check = { kind: 'tool_denied', tools: ['a'] }

  test.each<[readonly Check[], object]>([
    [[{ ...gone, effect: 'warn' }, { ...gone, effect: 'ask' }, here], { kind: 'failed', effect: 'ask' }],
    [[gone, { ...gone, effect: 'ask' }, program], { kind: 'failed', effect: 'deny' }],
    [[here, program], { kind: 'not-checked' }],
    [[here, tool], { kind: 'passed' }],
    [[tool], { kind: 'not-applicable' }],
    [[{ kind: 'all', checks: [gone], effect: 'warn' }], { kind: 'failed', effect: 'warn' }],
  ])('%j gives %j', (checks, outcome) => {
    expect(evaluateWorkspace({ kind: 'all', checks }, 'stop', facts({ files: { here: '' } }))).toMatchObject(outcome)
  })
})
