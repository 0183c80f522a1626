import { describe, expect, it } from 'vitest'
import { loosens } from '../../core/registration/loosens.ts'
import type { SettingsPlace } from '../../core/registration/registration.ts'
import { codexRegistration as registration } from './registration.ts'
import { isTrustedProject, readCodexTrust } from './registration-trust.ts'

const PROGRAM = {
  kind: 'absolute',
  node: '/opt/node',
  bundle: '/opt/bylaw/hook.cjs',
  stateHome: '/home/dev/.local/state',
} as const
const folders = { project: '/repo', home: '/home/dev', environment: {} }
const place = registration.target(folders, 'project')
const config: SettingsPlace = { path: '/home/dev/.codex/config.toml', level: 'user', role: 'config' }
const events = (text: string) => registration.inspect(place, text).ours.map((row) => row.event)
const install = (before: string | null) => registration.planInstall(place, before, PROGRAM).after ?? ''

const OURS = { type: 'command', command: registration.command(PROGRAM), timeout: 30 }
const file = (handler: object = OURS, group: object = {}, more: object = {}) =>
  JSON.stringify({ ...more, hooks: { PreToolUse: [{ ...group, hooks: [handler] }] } })
const beside = (groups: unknown, event = 'PostToolUse') =>
  JSON.stringify({ hooks: { [event]: groups, PreToolUse: [{ hooks: [OURS] }] } })

describe('where Codex keeps hooks', () => {
  it('has one project file and one of the user', () => {
    expect(place.path).toBe('/repo/.codex/hooks.json')
    expect(registration.target(folders, 'shared').path).toBe('/repo/.codex/hooks.json')
    expect(registration.target(folders, 'user').path).toBe('/home/dev/.codex/hooks.json')
    expect(registration.target({ ...folders, environment: { CODEX_HOME: '/c' } }, 'user').path).toBe('/c/hooks.json')
  })
})

describe('a registration that runs', () => {
  const texts: Readonly<Record<string, string>> = {
    'our handler alone': file(),
    'a description': file(OURS, {}, { description: 'x' }),
    'an unknown key in handler and group': file({ ...OURS, foo: 1 }, { foo: 1 }),
    'args, which are not read': file({ ...OURS, args: ['x'] }),
    'an unknown event': beside(3, 'Foo'),
    'timeout 0, which becomes 1': file({ ...OURS, timeout: 0 }),
    'a handler type that is skipped': JSON.stringify({
      hooks: { PreToolUse: [{ hooks: [{ type: 'prompt' }, OURS] }] },
    }),
    'an empty command next to it': JSON.stringify({
      hooks: { PreToolUse: [{ hooks: [{ type: 'command', command: '' }, OURS] }] },
    }),
    'a group without hooks': beside([{}]),
    'the matcher *': file(OURS, { matcher: '*' }),
    'a matcher where none is read': JSON.stringify({
      hooks: { Stop: [{ matcher: 'x', hooks: [OURS] }], PreToolUse: [{ hooks: [OURS] }] },
    }),
  }
  it.each(Object.entries(texts))('with %s', (_, text) => {
    expect(events(text)).toContain('PreToolUse')
    expect(registration.inspect(place, text).faults).toEqual([])
  })
})

describe('a registration that is silently dropped', () => {
  const texts: Readonly<Record<string, string>> = {
    'an unknown key at the top': file(OURS, {}, { version: 1 }),
    'events without the wrapper': JSON.stringify({ PreToolUse: [{ hooks: [OURS] }] }),
    'a description that is no string': file(OURS, {}, { description: 3 }),
    'a comment': `// x\n${file()}`,
    'a byte order mark': `\ufeff${file()}`,
    'a trailing comma': file().replace(/}$/, ',}'),
    'a fractional timeout': file({ ...OURS, timeout: 1.5 }),
    'a negative timeout': file({ ...OURS, timeout: -1 }),
    'a timeout that is a string': file({ ...OURS, timeout: '30' }),
    'an unknown type next to it': JSON.stringify({ hooks: { PreToolUse: [{ hooks: [{ type: 'foo' }, OURS] }] } }),
    'a handler without a command': beside([{ hooks: [{ type: 'command' }] }]),
    'a group that is null': beside([null]),
    'an event that is an object': beside({}),
    'a matcher that is no string': file(OURS, { matcher: 3 }),
    'a key that stands twice': '{"hooks":{},'.concat(file().slice(1)),
    'hooks that are null': '{"hooks":null}',
    'a matcher for some tools': file(OURS, { matcher: 'Write|Edit|Bash' }),
    'a matcher that is no regular expression': file(OURS, { matcher: '(' }),
    'async, so that nobody waits': file({ ...OURS, async: true }),
    'a list': '[]',
  }
  it.each(Object.entries(texts))('and said so with %s', (_, text) => {
    expect(events(text)).not.toContain('PreToolUse')
    expect(registration.inspect(place, text).faults).not.toEqual([])
  })
})

describe('config.toml', () => {
  const rows = [
    ['[features]\nhooks = false', ['features.hooks = false']],
    ['[features]\ncodex_hooks = false', ['features.codex_hooks = false']],
    ['[features]\nhooks = true', []],
    ['[profiles.fast.features]\nhooks = false', ['profiles.fast.features.hooks = false']],
    ['[hooks.state."/h:stop:0:0"]\nenabled = false', ['hooks.state of /h:stop:0:0: enabled = false']],
    ['allow_managed_hooks_only = true', []],
    ['model = "x"', []],
  ] as const
  it.each(rows)('%j has the switches %j', (text, switches) => {
    expect(registration.inspect(config, text).switches).toEqual(switches)
  })

  it('counts allow_managed_hooks_only in requirements.toml, where it works', () => {
    const requirements = { ...config, role: 'requirements' }
    expect(registration.inspect(requirements, 'allow_managed_hooks_only = true').switches).toEqual([
      'allow_managed_hooks_only',
    ])
  })

  it('is a fault when it is no TOML', () => {
    expect(registration.inspect(config, '[x').faults).toHaveLength(1)
  })

  it('may hold our handlers in tables', () => {
    const text = `[[hooks.PreToolUse]]\n[[hooks.PreToolUse.hooks]]\ntype = "command"\ncommand = "bylaw hook codex"\ntimeout = 30`
    expect(registration.inspect(config, text).ours).toEqual([{ event: 'PreToolUse', command: 'bylaw hook codex' }])
  })
})

describe('installing', () => {
  it('registers every event so that it runs, with whole seconds and a short end of session', () => {
    const text = install(null)
    expect(events(text)).toEqual(registration.events)
    expect(registration.inspect(place, text).faults).toEqual([])
    const { hooks } = JSON.parse(text)
    expect(hooks.PreToolUse).toEqual([{ hooks: [OURS] }])
    expect(hooks.SessionEnd[0].hooks[0].timeout).toBe(3)
    expect(hooks.Interrupt).toBeUndefined()
  })

  it('keeps the hooks of others and takes ours out again', () => {
    const text =
      '{\n  "description": "ours",\n  "hooks": {\n    "Stop": [{ "hooks": [{ "type": "command", "command": "say" }] }]\n  }\n}\n'
    expect(install(install(text))).toBe(install(text))
    expect(registration.planRemove(place, install(text)).after).toBe(text)
    expect(registration.planRemove(place, install(null)).after).toBeNull()
  })
})

describe('trust', () => {
  const text = install('{"hooks":{"PreToolUse":[{"hooks":[{"type":"command","command":"say"}]}]}}')
  const rows = readCodexTrust(null, place.path, text)

  it('is asked for each of our handlers, by its place', () => {
    expect(rows).toHaveLength(registration.events.length)
    expect(rows.find((row) => row.event === 'PreToolUse')?.key).toBe('/repo/.codex/hooks.json:pre_tool_use:1:0')
    expect(rows.every((row) => row.trust === 'untrusted')).toBe(true)
  })

  it('is read from config.toml', () => {
    const stored = rows
      .map((row) => `[hooks.state.${JSON.stringify(row.key)}]\ntrusted_hash = "${row.hash}"`)
      .join('\n')
    expect(readCodexTrust(stored, place.path, text).every((row) => row.trust === 'trusted')).toBe(true)
    expect(
      readCodexTrust(stored, place.path, text.replaceAll('"timeout": 30', '"timeout": 31')).some(
        (row) => row.trust === 'modified',
      ),
    ).toBe(true)
  })

  it('of the project is told apart from never asked', () => {
    const trusted = '[projects."/repo"]\ntrust_level = "trusted"'
    expect(isTrustedProject(trusted, '/repo')).toBe(true)
    expect(isTrustedProject(trusted.replace('"trusted"', '"untrusted"'), '/repo')).toBe(false)
    expect(isTrustedProject(trusted, '/other')).toBeNull()
  })
})

describe('trust that an edit would take away', () => {
  const trusted =
    '[projects."/home/dev/repo"]\ntrust_level = "trusted"\n[hooks.state."/home/dev/repo/.codex/hooks.json:stop:0:0"]\ntrusted_hash = "sha256:aa"\n'
  const judge = (at: SettingsPlace, before: string, after: string) =>
    loosens(registration.inspect(at, before), registration.inspect(at, after))

  it.each([
    ['a hook', trusted.slice(0, trusted.indexOf('[hooks'))],
    ['a hash', trusted.replace('sha256:aa', 'sha256:bb')],
    ['a project', trusted.replace('"trusted"', '"untrusted"')],
  ])('in %s is a loss', (_, after) => {
    expect(judge(config, trusted, after)).toMatch(/takes away the trust in/)
  })
  it('stays where other settings change', () => {
    expect(judge(config, trusted, `model = "x"\n${trusted}`)).toBeNull()
  })
  it('goes with the place of our handler in the file, which an entry before it moves', () => {
    const ours = registration.planInstall(place, null, PROGRAM).after ?? ''
    const other = { hooks: [{ type: 'command', command: 'true' }] }
    const parsed = JSON.parse(ours) as { hooks: Record<string, unknown[]> }
    const withStop = (groups: readonly unknown[]) => JSON.stringify({ hooks: { ...parsed.hooks, Stop: groups } })
    expect(judge(place, ours, withStop([other, ...(parsed.hooks['Stop'] ?? [])]))).toMatch(/takes away the trust/)
    expect(judge(place, ours, withStop([...(parsed.hooks['Stop'] ?? []), other]))).toBeNull()
  })
})
