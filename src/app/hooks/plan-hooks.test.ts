import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { GOOD_HOOK, HooksStage } from '../../../test/support/hooks-stage.ts'
import { changeHooks } from './plan-hooks.ts'
import { statusHooks } from './status-hooks.ts'

let open: HooksStage[] = []
afterEach(() => {
  for (const one of open) one.clear()
  open = []
})

function stage(...plot: ConstructorParameters<typeof HooksStage>): HooksStage {
  const one = new HooksStage(...plot)
  open.push(one)
  return one
}

describe('installing', () => {
  it('plans without writing', async () => {
    const at = stage()
    const report = await at.install({ apply: false })
    expect(report).toMatchObject({ applied: false, problems: [] })
    expect(report.plan.steps.map((step) => step.path.slice(at.root.length))).toEqual([
      '/repo/.git/info/exclude',
      '/repo/.claude/settings.local.json',
      '/repo/.codex/hooks.json',
      '/repo/.opencode/plugins/bylaw.js',
    ])
    expect(existsSync(at.path('repo/.claude'))).toBe(false)
  })

  it('registers all three, hides this machine from commits, and a second time has nothing to do', async () => {
    const at = stage()
    expect((await at.install()).applied).toBe(true)
    expect((await statusHooks(at.world, { harnesses: [] })).harnesses.map((one) => one.state)).toEqual([
      'registered',
      'registered',
      'registered',
    ])
    expect(execFileSync('git', ['status', '--porcelain', '-uall'], { cwd: at.world.cwd, encoding: 'utf8' })).toBe(
      '?? README.md\n',
    )
    const again = await at.install({ apply: false })
    expect(again.plan.steps.every((step) => step.before === step.after)).toBe(true)
    expect(again.copies).toEqual([])
  })

  it('registers an installed program where it lies, with the state folder of now', async () => {
    const at = stage({ environment: { XDG_STATE_HOME: '/var/state' } })
    await at.install()
    expect(at.read('repo/.codex/hooks.json')).toContain(
      `XDG_STATE_HOME=/var/state ${process.execPath} ${at.root}/lib/bylaw/dist/hook/hook.cjs hook codex`,
    )
  })

  it('copies a program that lies in a work tree under its own digest, and registers the copy', async () => {
    const at = stage({ programInWorkTree: true })
    const report = await at.install()
    expect(report.copies.map((copy) => copy.to.replace(/.*\/[0-9a-f]{16}\//, ''))).toEqual([
      'hook-bin.cjs',
      'hook.cjs',
      'warm.cjs',
    ])
    const target = dirname(report.copies[0]?.to ?? '')
    expect(readFileSync(`${target}/cache.json`, 'utf8'), 'caches are made, not copied').toContain(process.version)
    expect(existsSync(`${target}/hook-bin.cjs.cache`)).toBe(false)
    expect(target).toMatch(/\/home\/\.local\/share\/bylaw\/[0-9a-f]{16}$/)
    expect(readFileSync(`${target}/hook.cjs`, 'utf8')).toBe(GOOD_HOOK)
    expect(at.read('repo/.claude/settings.local.json')).toContain(`${target}/hook.cjs`)
    writeFileSync(`${target}/hook.cjs`, 'changed')
    expect((await at.install()).copies.map((copy) => copy.to)).toEqual([`${target}/hook.cjs`])
    expect(readFileSync(`${target}/hook.cjs`, 'utf8')).toBe(GOOD_HOOK)
  })

  it('writes no path of this machine on the shared level', async () => {
    const at = stage()
    await at.install({ level: 'shared' })
    for (const path of ['repo/.claude/settings.json', 'repo/.codex/hooks.json', 'repo/.opencode/plugins/bylaw.js']) {
      expect(at.read(path)).not.toContain(at.root)
    }
    expect(at.read('repo/.git/info/exclude')).not.toContain('bylaw')
  })

  it('writes the user level into the home', async () => {
    const at = stage()
    await at.install({ level: 'user' })
    expect(existsSync(at.path('home/.claude/settings.json'))).toBe(true)
    expect(existsSync(at.path('home/.config/opencode/plugins/bylaw.js'))).toBe(true)
  })

  it('keeps the permission bits of a file', async () => {
    const at = stage()
    at.put('repo/.claude/settings.local.json', '{}')
    chmodSync(at.path('repo/.claude/settings.local.json'), 0o600)
    await at.install()
    expect((await at.world.hooks.entry(at.path('repo/.claude/settings.local.json')))?.mode).toBe(0o600)
  })

  const problems: readonly (readonly [string, string, string, string])[] = [
    ['a comment, which the harness does not take', '.claude/settings.local.json', '// x\n{}', 'comments'],
    ['hooks switched off', '.claude/settings.local.json', '{"disableAllHooks":true}', 'disableAllHooks'],
    ['a key that empties the file', '.codex/hooks.json', '{"version":1}', 'version'],
    ['a plugin of somebody else', '.opencode/plugins/bylaw.js', 'export const X = 1\n', 'plugin file'],
    ['no JSON', '.codex/hooks.json', '{', 'Codex takes no hook'],
  ]
  it.each(problems)('writes nothing at all where a file has %s', async (_, path, text, words) => {
    const at = stage()
    at.put(`repo/${path}`, text)
    const report = await at.install()
    expect(report.applied).toBe(false)
    expect(report.problems.map((problem) => problem.what).join()).toContain(words)
    expect(at.read(`repo/${path}`)).toBe(text)
    expect(at.read('repo/.git/info/exclude')).not.toContain('bylaw')
  })

  it('refuses to put paths of this machine into a tracked file', async () => {
    const at = stage()
    at.put('repo/.codex/hooks.json', '{}\n')
    execFileSync('git', ['add', '-f', '.codex/hooks.json'], { cwd: at.world.cwd })
    expect((await at.install()).problems.map((problem) => problem.what).join()).toContain('git tracks this file')
    expect((await at.install({ level: 'shared' })).applied).toBe(true)
  })

  it('finds the exclude file of a linked work tree', async () => {
    const at = stage()
    const git = (...args: readonly string[]) =>
      execFileSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@y.example', ...args], { cwd: at.world.cwd })
    git('commit', '-q', '--allow-empty', '-m', 'x')
    git('worktree', 'add', '-q', at.path('other'))
    await changeHooks(
      { ...at.world, cwd: at.path('other') },
      { action: 'install', harnesses: ['codex'], level: 'project', apply: true },
    )
    expect(at.read('repo/.git/info/exclude')).toContain('/.codex/hooks.json')
    expect(existsSync(at.path('other/.codex/hooks.json'))).toBe(true)
  })

  it('says how to trust the hooks of Codex and writes no trust', async () => {
    const at = stage()
    const report = await at.install()
    expect(report.trustLines.join('\n')).toContain('trusted_hash = "sha256:')
    expect(existsSync(at.path('home/.codex/config.toml'))).toBe(false)
  })

  it('cannot go on without a hook program', async () => {
    const at = stage()
    rmSync(at.path('lib/bylaw/dist/hook/hook.cjs'))
    await expect(at.install()).rejects.toThrow('holds no hook program')
  })
})

describe('removing', () => {
  it('gives every file back as it was', async () => {
    const at = stage()
    at.put('repo/.claude/settings.local.json', '{\n\t"model": "x"\n}')
    const exclude = at.read('repo/.git/info/exclude')
    await at.install()
    expect((await at.remove()).applied).toBe(true)
    expect(at.read('repo/.claude/settings.local.json')).toBe('{\n\t"model": "x"\n}')
    expect(existsSync(at.path('repo/.codex/hooks.json'))).toBe(false)
    expect(existsSync(at.path('repo/.opencode/plugins/bylaw.js'))).toBe(false)
    expect(
      at
        .read('repo/.git/info/exclude')
        .replace('/.claude/settings.local.json\n', '')
        .replace(/^# bylaw.*\n/m, ''),
    ).toBe(exclude)
  })

  it('has nothing to do where nothing is', async () => {
    const report = await stage().remove()
    expect(report.plan.steps.every((step) => step.before === step.after)).toBe(true)
  })
})

describe('status', () => {
  it('is a warning where nothing is registered', async () => {
    expect((await statusHooks(stage().world, { harnesses: [] })).outcome).toBe('warn')
  })

  const rows: readonly (readonly [string, string, (text: string) => string, string, string])[] = [
    ['an event is gone', '.claude/settings.local.json', (text) => text.replace('"Stop"', '"Stopp"'), 'partly', 'block'],
    ['the file is dropped', '.claude/settings.local.json', (text) => `// x\n${text}`, 'partly', 'block'],
    ['hooks are off', '.claude/settings.json', () => '{"disableAllHooks":true}', 'switched-off', 'block'],
    ['a variable reaches in', '.claude/settings.json', () => '{"env":{"PATH":"/x"}}', 'registered', 'warn'],
    ['nothing is wrong', 'README.md', (text) => text, 'registered', 'ok'],
  ]
  it.each(rows)('sees that %s', async (_, path, change, state, outcome) => {
    const at = stage()
    await at.install({ harnesses: ['claude-code'] })
    const before = existsSync(at.path(`repo/${path}`)) ? at.read(`repo/${path}`) : ''
    at.put(`repo/${path}`, change(before))
    const report = await statusHooks(at.world, { harnesses: ['claude-code'] })
    expect([report.harnesses[0]?.state, report.outcome]).toEqual([state, outcome])
  })
})
