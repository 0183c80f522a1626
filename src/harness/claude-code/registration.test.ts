import { describe, expect, it } from 'vitest'
import type { Level } from '../../core/registration/registration.ts'
import { claudeCodeRegistration as registration } from './registration.ts'

const PROGRAM = {
  kind: 'absolute',
  node: '/opt/node',
  bundle: '/opt/bylaw/hook.cjs',
  stateHome: '/home/dev/.local/state',
} as const
const folders = { project: '/repo', home: '/home/dev', environment: {} }
const place = registration.target(folders, 'project')
const inspect = (text: string) => registration.inspect(place, text)
const events = (text: string): readonly string[] => inspect(text).ours.map((row) => row.event)

const OURS = { type: 'command', command: registration.command(PROGRAM), timeout: 30 }
const settings = (handler: object = OURS, more: object = {}, group: object = {}) =>
  JSON.stringify({ ...more, hooks: { PreToolUse: [{ ...group, hooks: [handler] }] } })
const beside = (group: unknown, event = 'PreToolUse') =>
  JSON.stringify({
    hooks: { [event]: [group], ...(event === 'PreToolUse' ? {} : { PreToolUse: [{ hooks: [OURS] }] }) },
  })

describe('where Claude Code keeps hooks', () => {
  const rows: readonly (readonly [Level, string])[] = [
    ['project', '/repo/.claude/settings.local.json'],
    ['shared', '/repo/.claude/settings.json'],
    ['user', '/home/dev/.claude/settings.json'],
  ]
  it.each(rows)('writes the %s level to %s', (level, path) => {
    expect(registration.target(folders, level).path).toBe(path)
  })

  it('follows CLAUDE_CONFIG_DIR', () => {
    const moved = { ...folders, environment: { CLAUDE_CONFIG_DIR: '/etc/claude' } }
    expect(registration.target(moved, 'user').path).toBe('/etc/claude/settings.json')
  })
})

describe('a registration that runs', () => {
  const texts: Readonly<Record<string, string>> = {
    'our handler alone': settings(),
    'an unknown key in the handler': settings({ ...OURS, foo: 1 }),
    'an unknown key in the group': settings(OURS, {}, { foo: 1 }),
    'an unknown event name': JSON.stringify({ hooks: { Foo: 'x', PreToolUse: [{ hooks: [OURS] }] } }),
    'a byte order mark': `\ufeff${settings()}`,
    'the form without a shell': settings({
      type: 'command',
      command: '/opt/hdr/bin/hdr',
      args: ['hook', 'claude-code'],
    }),
    'the matcher *': settings(OURS, {}, { matcher: '*' }),
    'a broken group under another event': beside({ hooks: [{ type: 'foo' }] }, 'PostToolUse'),
    'a bad rule, which is only skipped': settings(OURS, { permissions: { allow: ['Bash('] } }),
    'an unknown setting': settings(OURS, { nonsense: 1 }),
    'disableAllHooks false': settings(OURS, { disableAllHooks: false }),
    'another group that is broken in no way': JSON.stringify({
      hooks: { PreToolUse: [{ matcher: '(', hooks: [] }, { hooks: [OURS] }] },
    }),
  }
  it.each(Object.entries(texts))('with %s', (_, text) => {
    expect(events(text)).toContain('PreToolUse')
  })
})

describe('a registration that is silently dropped', () => {
  const texts: Readonly<Record<string, string>> = {
    'a comment': `// note\n${settings()}`,
    'a trailing comma': settings().replace(/}$/, ',}'),
    'an invalid value of an unrelated setting': settings(OURS, { permissions: { defaultMode: 'nonsense' } }),
    'a number for a string': settings(OURS, { model: 3 }),
    'a string for a flag': settings(OURS, { disableAllHooks: 'true' }),
    'a list for env': settings(OURS, { env: [] }),
    'a string for a list': settings(OURS, { permissions: { deny: 'Bash' } }),
    'a status line without a command': settings(OURS, { statusLine: { type: 'command' } }),
    'a handler of unknown type next to it': JSON.stringify({
      hooks: { PreToolUse: [{ hooks: [{ type: 'foo' }, OURS] }] },
    }),
    'a handler without a command next to it': JSON.stringify({
      hooks: { PreToolUse: [{ hooks: [{ type: 'command' }, OURS] }] },
    }),
    'a broken group of the same event': JSON.stringify({ hooks: { PreToolUse: [null, { hooks: [OURS] }] } }),
    'a broken group of another event before a call': beside({ hooks: 3 }, 'PermissionRequest'),
    'the matcher bash': settings(OURS, {}, { matcher: 'bash' }),
    'a matcher that is no regular expression': settings(OURS, {}, { matcher: '(' }),
    'a matcher that is no string': settings(OURS, {}, { matcher: 3 }),
    'timeout 0': settings({ ...OURS, timeout: 0 }),
    'a timeout too short to start a program': settings({ ...OURS, timeout: 0.01 }),
    'async, so that nobody waits': settings({ ...OURS, async: true }),
    'a condition': settings({ ...OURS, if: 'Edit(*)' }),
    'a single run': settings({ ...OURS, once: true }),
    'another shell': settings({ ...OURS, shell: 'powershell' }),
    'args, which makes the command a file name': settings({ ...OURS, args: [] }),
    'no JSON at all': 'hooks',
    'a list': '[]',
  }
  it.each(Object.entries(texts))('with %s', (_, text) => {
    expect(events(text)).toEqual([])
  })

  it.each(Object.entries(texts).filter(([name]) => !name.startsWith('args')))('and said so with %s', (_, text) => {
    expect(inspect(text).faults).not.toEqual([])
  })

  it('names the last of two keys, as the harness does', () => {
    expect(events('{"hooks":{"PreToolUse":[]},'.concat(settings().slice(1)))).toEqual(['PreToolUse'])
    expect(events(settings().replace(/}$/, ',"hooks":{}}'))).toEqual([])
  })
})

describe('switches', () => {
  const rows: readonly (readonly [object, readonly string[]])[] = [
    [{ disableAllHooks: true }, ['disableAllHooks']],
    [{ disableAllHooks: false }, []],
    [
      { env: { NODE_OPTIONS: '-r x', LANG: 'C', CLAUDE_CODE_SIMPLE: '1' } },
      ['env.NODE_OPTIONS', 'env.CLAUDE_CODE_SIMPLE'],
    ],
    [
      { env: { XDG_STATE_HOME: '/x', HOME: '/x', PATH: '/x', LD_PRELOAD: '/x', BASH_ENV: '/x' } },
      ['env.XDG_STATE_HOME', 'env.HOME', 'env.PATH', 'env.LD_PRELOAD', 'env.BASH_ENV'],
    ],
    [{ strictPluginOnlyCustomization: ['hooks'] }, ['strictPluginOnlyCustomization']],
    [{ strictPluginOnlyCustomization: ['skills'] }, []],
    [{ allowManagedHooksOnly: true }, []],
  ]
  it.each(rows)('of %j are %j', (more, expected) => {
    expect(inspect(settings(OURS, more)).switches).toEqual(expected)
  })

  it('counts allowManagedHooksOnly in the managed file, where it works', () => {
    const managed = registration.places(folders).find((one) => one.role === 'managed')
    expect(managed && registration.inspect(managed, '{"allowManagedHooksOnly":true}').switches).toEqual([
      'allowManagedHooksOnly',
    ])
  })
})

describe('installing', () => {
  const install = (before: string | null, program: Parameters<typeof registration.planInstall>[2] = PROGRAM) =>
    registration.planInstall(place, before, program).after ?? ''
  const remove = (text: string) => registration.planRemove(place, text).after

  it('registers every event so that it runs, with a time limit and a block on failure before a call', () => {
    const text = install(null)
    expect(events(text)).toEqual(registration.events)
    const { hooks } = JSON.parse(text)
    expect(hooks.PreToolUse).toEqual([{ hooks: [{ ...OURS, onFailure: 'block' }] }])
    expect(
      Object.values(hooks as Record<string, [{ hooks: [{ timeout: number }] }]>).every(
        ([group]) => group.hooks[0].timeout > 0,
      ),
    ).toBe(true)
  })

  it('removes a file that it made', () => {
    expect(remove(install(null))).toBeNull()
  })

  it('puts the new command in the place of the old one', () => {
    const other = { ...PROGRAM, bundle: '/opt/bylaw-2/hook.cjs' }
    const text = install(install('{\n  "model": "x"\n}\n'), other)
    expect(text).toBe(install('{\n  "model": "x"\n}\n', other))
  })

  it('mends a handler of ours that would not run', () => {
    const text = install(settings({ ...OURS, async: true, onFailure: 'block' }))
    expect([...events(text)].sort()).toEqual([...registration.events].sort())
    expect(JSON.parse(text).hooks.PreToolUse).toHaveLength(1)
  })

  it('does not let the end of a turn repeat for ever where a shared program is missing', () => {
    const { hooks } = JSON.parse(install(null, { kind: 'on-path' }))
    expect(hooks.Stop[0].hooks[0].command).toContain('exit 1;')
    expect(hooks.PreToolUse[0].hooks[0].command).toContain('exit 2;')
    expect(events(install(null, { kind: 'on-path' }))).toEqual(registration.events)
  })

  it('leaves a text alone that is no JSON object', () => {
    expect(install('{"a":')).toBe('{"a":')
    expect(install('[]')).toBe('[]')
    expect(install('{"hooks":[]}')).toBe('{"hooks":[]}')
  })
})
