import { describe, expect, it } from 'vitest'
import { pluginProgram, pluginText } from './plugin.ts'
import { opencodeRegistration as registration } from './registration.ts'

const PROGRAM = {
  kind: 'absolute',
  node: '/opt/node',
  bundle: '/opt/my tools/hook.cjs',
  stateHome: '/home/dev/.local/state',
} as const
const folders = { project: '/repo', home: '/home/dev', environment: {} }
const place = registration.target(folders, 'project')
const config = { path: '/repo/opencode.json', level: 'project', role: 'config' } as const
const text = registration.planInstall(place, null, PROGRAM).after ?? ''
const inspect = (some: string) => registration.inspect(place, some)

describe('where opencode keeps plugins', () => {
  it('has one file per project and one of the user', () => {
    expect(place.path).toBe('/repo/.opencode/plugins/bylaw.js')
    expect(registration.target(folders, 'user').path).toBe('/home/dev/.config/opencode/plugins/bylaw.js')
    const moved = { ...folders, environment: { XDG_CONFIG_HOME: '/c' } }
    expect(registration.target(moved, 'user').path).toBe('/c/opencode/plugins/bylaw.js')
  })

  it('is configured in several files', () => {
    const paths = registration
      .places({ ...folders, environment: { OPENCODE_CONFIG: '/x/o.json' } })
      .map((one) => one.path)
    expect(paths).toEqual(
      expect.arrayContaining(['/repo/opencode.json', '/repo/.opencode/opencode.jsonc', '/x/o.json']),
    )
  })
})

describe('the plugin file', () => {
  it('holds every hook, and the command as a shell would run it', () => {
    expect(inspect(text).ours.map((row) => row.event)).toEqual(registration.events)
    expect(inspect(text).ours[0]?.command).toBe(registration.command(PROGRAM))
    expect(registration.command(PROGRAM)).toContain("/opt/node '/opt/my tools/hook.cjs' hook opencode")
  })

  it('of the shared level looks the program up on PATH', () => {
    const shared = registration.planInstall(place, null, { kind: 'on-path' }).after ?? ''
    expect(shared).not.toContain('/opt')
    expect(inspect(shared).ours).toHaveLength(registration.events.length)
  })

  const changes: Readonly<Record<string, (plugin: string) => string>> = {
    'a status that counts as good': (plugin) => plugin.replace('answer.status === 0', 'answer.status !== 2'),
    'a hook renamed': (plugin) => plugin.replace('"tool.execute.before": async', '"tool.execute.befor": async'),
    'another program': (plugin) => plugin.replace('/opt/node', '/bin/true').replace('hook.cjs', 'x.cjs'),
    'text before it': (plugin) => `throw new Error("x")\n${plugin}`,
    'text behind it': (plugin) => `${plugin}\nthrow new Error("x")\n`,
    'nothing left': () => '',
  }
  it.each(Object.entries(changes))('counts as missing with %s', (_, change) => {
    expect(inspect(change(text)).ours).toEqual([])
    expect(inspect(change(text)).faults).toHaveLength(1)
  })

  it('is replaced as a whole and removed as a whole, but only where it is ours', () => {
    expect(registration.planInstall(place, text, PROGRAM).after).toBe(text)
    expect(registration.planInstall(place, pluginText(pluginProgram({ kind: 'on-path' })), PROGRAM).after).toBe(text)
    expect(registration.planInstall(place, '// mine', PROGRAM).after).toBe('// mine')
    expect(registration.planRemove(place, `${text}// more`).after).toBeNull()
    expect(registration.planRemove(place, '// mine').after).toBe('// mine')
    expect(registration.planRemove(place, null).after).toBeNull()
  })
})

describe('opencode.json', () => {
  it.each(['{}', '{ /* x */ "plugin": ["a"], }', '', '// x\n{}'])('%j is fine', (some) => {
    expect(registration.inspect(config, some)).toEqual({ ours: [], switches: [], faults: [] })
  })

  it.each(['{', '[', '3', '{"a" 1}'])('%j is a fault', (some) => {
    expect(registration.inspect(config, some).faults).toHaveLength(1)
  })
})
