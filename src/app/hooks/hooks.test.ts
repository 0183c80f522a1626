import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { HarnessName } from '../../core/harness.ts'
import type { Level } from '../../core/registration/registration.ts'
import { HARNESS_SIDES } from '../../harness/harness-sides.ts'
import { openFiles } from '../../store/files.ts'
import { openGit } from '../../sys/git.ts'
import { openHooksHost } from '../../sys/hooks-host.ts'
import { doctorHooks } from './doctor-hooks.ts'
import type { HooksWorld } from './hooks-world.ts'
import { changeHooks } from './plan-hooks.ts'
import { statusHooks } from './status-hooks.ts'

let root = ''
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'bylaw-hooks-')))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const ALL: readonly HarnessName[] = ['claude-code', 'codex', 'opencode']
const GOOD_HOOK = `
let text = ''
process.stdin.on('data', (part) => { text += part }).on('end', () => {
  try { JSON.parse(text) } catch { process.stderr.write('cut short'); process.exitCode = 2 }
})`

type Stage = { readonly hook?: string; readonly environment?: Record<string, string>; readonly programInWorkTree?: boolean }

/** A repository, a home and an installed hook program, all real. */
function stage({ hook = GOOD_HOOK, environment = {}, programInWorkTree = false }: Stage = {}): HooksWorld {
  const project = join(root, 'repo')
  put('repo/README.md', 'x\n')
  execFileSync('git', ['init', '-q', project])
  const programFolder = programInWorkTree ? 'repo/node_modules/bylaw/dist/hook' : 'lib/bylaw/dist/hook'
  put(`${programFolder}/hook.cjs`, hook)
  put(`${programFolder}/hook-bin.cjs`, '// more')
  put(`${programFolder}/hook-bin.cjs.cache`, 'cache')
  mkdirSync(join(root, 'bin'), { recursive: true })
  const env = { PATH: `${join(root, 'bin')}:/usr/bin:/bin`, HOME: join(root, 'home'), ...environment }
  return {
    cwd: project,
    environment: env,
    clock: { now: () => new Date('2026-11-02T12:00:00Z'), today: () => '2026-11-02' },
    files: openFiles(),
    git: openGit(env),
    hooks: openHooksHost(env, { sides: HARNESS_SIDES, home: join(root, 'home'), programFolder: join(root, programFolder) }),
  }
}

function put(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}

const read = (path: string) => readFileSync(join(root, path), 'utf8')
const install = (world: HooksWorld, more: { harnesses?: readonly HarnessName[]; level?: Level; apply?: boolean } = {}) =>
  changeHooks(world, { action: 'install', harnesses: ALL, level: 'project', apply: true, ...more })
const remove = (world: HooksWorld, level: Level = 'project') => changeHooks(world, { action: 'remove', harnesses: ALL, level, apply: true })

describe('installing', () => {
  it('plans without writing', async () => {
    const report = await install(stage(), { apply: false })
    expect(report).toMatchObject({ applied: false, problems: [] })
    expect(report.plan.steps.map((step) => step.path.slice(root.length))).toEqual([
      '/repo/.git/info/exclude',
      '/repo/.claude/settings.local.json',
      '/repo/.codex/hooks.json',
      '/repo/.opencode/plugins/bylaw.js',
    ])
    expect(existsSync(join(root, 'repo/.claude'))).toBe(false)
  })

  it('registers all three, hides this machine from commits, and a second time has nothing to do', async () => {
    const world = stage()
    expect((await install(world)).applied).toBe(true)
    expect((await statusHooks(world, { harnesses: [] })).harnesses.map((one) => one.state)).toEqual(['registered', 'registered', 'registered'])
    expect(execFileSync('git', ['status', '--porcelain', '-uall'], { cwd: world.cwd, encoding: 'utf8' })).toBe('?? README.md\n')
    const again = await install(world, { apply: false })
    expect(again.plan.steps.every((step) => step.before === step.after)).toBe(true)
    expect(again.copies).toEqual([])
  })

  it('registers an installed program where it lies, with the state folder of now', async () => {
    await install(stage({ environment: { XDG_STATE_HOME: '/var/state' } }))
    expect(read('repo/.codex/hooks.json')).toContain(`XDG_STATE_HOME=/var/state ${process.execPath} ${root}/lib/bylaw/dist/hook/hook.cjs hook codex`)
  })

  it('copies a program that lies in a work tree under its own digest, and registers the copy', async () => {
    const world = stage({ programInWorkTree: true })
    const report = await install(world)
    expect(report.copies.map((copy) => copy.to.replace(/.*\/[0-9a-f]{16}\//, ''))).toEqual(['hook-bin.cjs', 'hook.cjs', 'hook-bin.cjs.cache'])
    const target = dirname(report.copies[0]?.to ?? '')
    expect(target).toMatch(/\/home\/\.local\/share\/bylaw\/[0-9a-f]{16}$/)
    expect(readFileSync(`${target}/hook.cjs`, 'utf8')).toBe(GOOD_HOOK)
    expect(read('repo/.claude/settings.local.json')).toContain(`${target}/hook.cjs`)
    writeFileSync(`${target}/hook.cjs`, 'changed')
    expect((await install(world)).copies.map((copy) => copy.to)).toEqual([`${target}/hook.cjs`])
    expect(readFileSync(`${target}/hook.cjs`, 'utf8')).toBe(GOOD_HOOK)
  })

  it('writes no path of this machine on the shared level', async () => {
    await install(stage(), { level: 'shared' })
    for (const path of ['repo/.claude/settings.json', 'repo/.codex/hooks.json', 'repo/.opencode/plugins/bylaw.js']) {
      expect(read(path)).not.toContain(root)
    }
    expect(read('repo/.git/info/exclude')).not.toContain('bylaw')
  })

  it('writes the user level into the home', async () => {
    await install(stage(), { level: 'user' })
    expect(existsSync(join(root, 'home/.claude/settings.json'))).toBe(true)
    expect(existsSync(join(root, 'home/.config/opencode/plugins/bylaw.js'))).toBe(true)
  })

  it('keeps the permission bits of a file', async () => {
    const world = stage()
    put('repo/.claude/settings.local.json', '{}')
    chmodSync(join(root, 'repo/.claude/settings.local.json'), 0o600)
    await install(world)
    expect((await world.hooks.entry(join(root, 'repo/.claude/settings.local.json')))?.mode).toBe(0o600)
  })

  const problems: readonly (readonly [string, string, string, string])[] = [
    ['a comment, which the harness does not take', '.claude/settings.local.json', '// x\n{}', 'comments'],
    ['hooks switched off', '.claude/settings.local.json', '{"disableAllHooks":true}', 'disableAllHooks'],
    ['a key that empties the file', '.codex/hooks.json', '{"version":1}', 'version'],
    ['a plugin of somebody else', '.opencode/plugins/bylaw.js', 'export const X = 1\n', 'plugin file'],
    ['no JSON', '.codex/hooks.json', '{', 'Codex takes no hook'],
  ]
  it.each(problems)('writes nothing at all where a file has %s', async (_, path, text, words) => {
    const world = stage()
    put(`repo/${path}`, text)
    const report = await install(world)
    expect(report.applied).toBe(false)
    expect(report.problems.map((problem) => problem.what).join()).toContain(words)
    expect(read(`repo/${path}`)).toBe(text)
    expect(read('repo/.git/info/exclude')).not.toContain('bylaw')
  })

  it('refuses to put paths of this machine into a tracked file', async () => {
    const world = stage()
    put('repo/.codex/hooks.json', '{}\n')
    execFileSync('git', ['add', '-f', '.codex/hooks.json'], { cwd: world.cwd })
    expect((await install(world)).problems.map((problem) => problem.what).join()).toContain('git tracks this file')
    expect((await install(world, { level: 'shared' })).applied).toBe(true)
  })

  it('finds the exclude file of a linked work tree', async () => {
    const world = stage()
    const git = (...args: readonly string[]) =>
      execFileSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@y.example', ...args], { cwd: world.cwd })
    git('commit', '-q', '--allow-empty', '-m', 'x')
    git('worktree', 'add', '-q', join(root, 'other'))
    await install({ ...world, cwd: join(root, 'other') })
    expect(read('repo/.git/info/exclude')).toContain('/.codex/hooks.json')
    expect(existsSync(join(root, 'other/.codex/hooks.json'))).toBe(true)
  })

  it('says how to trust the hooks of Codex and writes no trust', async () => {
    const report = await install(stage())
    expect(report.plan.notes.join('\n')).toContain('trusted_hash = "sha256:')
    expect(existsSync(join(root, 'home/.codex/config.toml'))).toBe(false)
  })

  it('cannot go on without a hook program', async () => {
    const world = stage()
    rmSync(join(root, 'lib/bylaw/dist/hook/hook.cjs'))
    await expect(install(world)).rejects.toThrow('holds no hook program')
  })
})

describe('removing', () => {
  it('gives every file back as it was', async () => {
    const world = stage()
    put('repo/.claude/settings.local.json', '{\n\t"model": "x"\n}')
    const exclude = read('repo/.git/info/exclude')
    await install(world)
    expect((await remove(world)).applied).toBe(true)
    expect(read('repo/.claude/settings.local.json')).toBe('{\n\t"model": "x"\n}')
    expect(existsSync(join(root, 'repo/.codex/hooks.json'))).toBe(false)
    expect(existsSync(join(root, 'repo/.opencode/plugins/bylaw.js'))).toBe(false)
    expect(read('repo/.git/info/exclude').replace('/.claude/settings.local.json\n', '').replace(/^# bylaw.*\n/m, '')).toBe(exclude)
  })

  it('has nothing to do where nothing is', async () => {
    const report = await remove(stage())
    expect(report.plan.steps.every((step) => step.before === step.after)).toBe(true)
  })
})

describe('status', () => {
  it('is a warning where nothing is registered', async () => {
    expect((await statusHooks(stage(), { harnesses: [] })).outcome).toBe('warn')
  })

  const rows: readonly (readonly [string, string, (text: string) => string, string, string])[] = [
    ['an event is gone', '.claude/settings.local.json', (text) => text.replace('"Stop"', '"Stopp"'), 'partly', 'block'],
    ['the file is dropped', '.claude/settings.local.json', (text) => `// x\n${text}`, 'partly', 'block'],
    ['hooks are off', '.claude/settings.json', () => '{"disableAllHooks":true}', 'switched-off', 'block'],
    ['a variable reaches in', '.claude/settings.json', () => '{"env":{"PATH":"/x"}}', 'registered', 'warn'],
    ['nothing is wrong', 'README.md', (text) => text, 'registered', 'ok'],
  ]
  it.each(rows)('sees that %s', async (_, path, change, state, outcome) => {
    const world = stage()
    await install(world, { harnesses: ['claude-code'] })
    const before = existsSync(join(root, 'repo', path)) ? read(`repo/${path}`) : ''
    put(`repo/${path}`, change(before))
    const report = await statusHooks(world, { harnesses: ['claude-code'] })
    expect([report.harnesses[0]?.state, report.outcome]).toEqual([state, outcome])
  })
})

describe('doctor', () => {
  const doctor = (world: HooksWorld, harnesses: readonly HarnessName[] = ['claude-code']) => doctorHooks(world, { harnesses })
  const failures = async (world: HooksWorld, harnesses?: readonly HarnessName[]) => {
    const report = await doctor(world, harnesses)
    const findings = [...report.general, ...report.harnesses.flatMap((one) => one.findings)]
    return findings.filter((finding) => finding.verdict === 'fail').map((finding) => finding.text)
  }

  it('is content with a registration that works', async () => {
    const world = stage()
    await install(world, { harnesses: ['claude-code', 'opencode'] })
    expect(await failures(world, ['claude-code', 'opencode'])).toEqual([])
    const report = await doctor(world)
    expect(report.outcome).toBe('ok')
    expect(report.harnesses[0]?.findings.map((finding) => finding.text).join('\n')).toMatch(/all 15 .*\n.*lets a harmless call through, in \d+ ms\n.*refuses what it cannot read/)
  })

  const programs: readonly (readonly [string, string, string])[] = [
    ['denies everything', 'process.stderr.write("broken"); process.exitCode = 2', 'ended with 2, saying: broken'],
    ['throws', 'throw new Error("x")', 'ended with 1'],
    ['chats', 'console.log("hello")', 'saying: hello'],
    ['lets through what it cannot read', 'process.stdin.resume()', 'not with a refusal'],
  ]
  it.each(programs)('finds a program that %s', async (_, hook, words) => {
    const world = stage({ hook })
    await install(world, { harnesses: ['claude-code'] })
    expect((await failures(world)).join()).toContain(words)
  })

  it('finds that the program is gone and says how to mend it', async () => {
    const world = stage()
    await install(world, { harnesses: ['opencode'] })
    rmSync(join(root, 'lib'), { recursive: true })
    const report = await doctor(world, ['opencode'])
    const finding = report.harnesses[0]?.findings.find((one) => one.verdict === 'fail')
    expect(finding?.mend).toBe('bylaw hooks install --harness opencode --apply')
  })

  it('finds that a shared program is not on PATH', async () => {
    const world = stage()
    await install(world, { harnesses: ['claude-code'], level: 'shared' })
    expect((await failures(world)).join()).toContain('bylaw is not on PATH')
    put('bin/bylaw', `#!${process.execPath}\n${GOOD_HOOK}`)
    chmodSync(join(root, 'bin/bylaw'), 0o755)
    expect(await failures(world)).toEqual([])
  })

  it('finds hooks of Codex that nobody trusts, and none when they are trusted', async () => {
    const world = stage()
    const report = await install(world, { harnesses: ['codex'] })
    expect((await failures(world, ['codex'])).join()).toMatch(/no trusted project.*11 of 11 hooks are not trusted/)
    const lines = report.plan.notes.filter((note) => /^\[hooks|^trusted_hash/.test(note))
    put('home/.codex/config.toml', `[projects."${world.cwd}"]\ntrust_level = "trusted"\n${lines.join('\n')}\n`)
    expect(await failures(world, ['codex'])).toEqual([])
  })

  const versions: readonly (readonly [string, string])[] = [
    ['2.1.332 (Claude Code)', 'ok'],
    ['2.1.200 (Claude Code)', 'warn'],
    ['2.0.999 (Claude Code)', 'fail'],
    ['none', 'warn'],
  ]
  it.each(versions)('judges version %s', async (version, verdict) => {
    const world = stage()
    await install(world, { harnesses: ['claude-code'] })
    put('bin/claude', `#!/bin/sh\necho '${version}'\n`)
    chmodSync(join(root, 'bin/claude'), 0o755)
    const findings = (await doctor(world)).harnesses[0]?.findings ?? []
    expect(findings.find((finding) => finding.subject === 'version')?.verdict).toBe(verdict)
  })

  it('finds switches in the environment and in files', async () => {
    const world = stage({ environment: { CLAUDE_CODE_SIMPLE: '1', BASH_ENV: '/x' } })
    await install(world, { harnesses: ['claude-code'] })
    put('repo/.claude/settings.json', '{"disableAllHooks":true}')
    expect((await failures(world)).join()).toMatch(/disableAllHooks switches hooks off.*CLAUDE_CODE_SIMPLE is set/)
    expect((await doctor(world)).general.map((finding) => finding.text).join()).toContain('BASH_ENV')
  })

  it('finds a state folder that others can enter', async () => {
    const world = stage()
    const sessions = join(root, 'home/.local/state/hdr/sessions')
    mkdirSync(sessions, { recursive: true })
    chmodSync(sessions, 0o755)
    expect((await failures(world)).join()).toContain('can be entered by others')
    chmodSync(sessions, 0o700)
    expect(await failures(world)).toEqual([])
  })

  it('tells when a hook last ran', async () => {
    const world = stage()
    await install(world, { harnesses: ['claude-code'] })
    const heartbeat = `home/.local/state/hdr/sessions/claude-code/s1/${encodeURIComponent(world.cwd)}/heartbeat`
    put(heartbeat, '')
    chmodSync(join(root, 'home/.local/state/hdr/sessions'), 0o700)
    utimesSync(join(root, heartbeat), new Date('2026-11-02T09:00:00Z'), new Date('2026-11-02T09:00:00Z'))
    const texts = (await doctor(world)).harnesses[0]?.findings.map((finding) => finding.text)
    expect(texts).toContain('a hook last ran 3 h ago')
  })
})
