import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CLI, claudePayload, playHarness } from '../support/harness-process.ts'
import { hook, hookEnvironment, meaning } from '../support/hook.ts'
import { makeScratch, type Scratch } from '../support/scratch.ts'

/** One installation for all: each test asks in a session, and leaves the files as they were. */
let scratch: Scratch

const start = () => hook(scratch, 'claude-code', claudePayload(scratch, 'SessionStart', { source: 'startup' }))
const beforeTool = (tool_name: string, tool_input: unknown, id = 't1') =>
  hook(scratch, 'claude-code', claudePayload(scratch, 'PreToolUse', { tool_name, tool_input, tool_use_id: id }))
const bash = (command: string) => beforeTool('Bash', { command })
const write = (path: string, content: string) => beforeTool('Write', { file_path: join(scratch.repo, path), content })

describe('settings', () => {
  const settings = () => join(scratch.repo, '.claude/settings.local.json')
  beforeAll(() => {
    scratch = makeScratch()
    scratch.decide('HDR-001', { kind: 'append_only', shell: 'guard' }, 'The log is guarded')
    scratch.decide('HDR-002', { kind: 'write_denied', paths: ['infra/**'] }, 'Infra is by hand')
    scratch.initGit()
    scratch.commit()
    const argv = [CLI, 'hooks', 'install', '--harness', 'claude-code', '--apply']
    const env = hookEnvironment(scratch, { XDG_DATA_HOME: join(scratch.root, 'data') })
    const { stdout } = spawnSync(process.execPath, argv, { cwd: scratch.repo, env, encoding: 'utf8' })
    expect(stdout).toContain('written')
  })
  afterAll(() => scratch.dispose())

  it.each([
    ['disableAllHooks', (json: Record<string, unknown>) => ({ ...json, disableAllHooks: true })],
    ['NODE_OPTIONS', (json: Record<string, unknown>) => ({ ...json, env: { NODE_OPTIONS: '--require /tmp/x.js' } })],
    ['XDG_STATE_HOME', (json: Record<string, unknown>) => ({ ...json, env: { XDG_STATE_HOME: '/tmp/elsewhere' } })],
    ['our registration taken out', () => ({})],
  ])('%s by an edit is denied', async (_, change) => {
    await start()
    const text = JSON.stringify(change(JSON.parse(readFileSync(settings(), 'utf8')) as Record<string, unknown>))
    const reply = await beforeTool('Write', { file_path: settings(), content: text })
    expect(meaning(reply)).toBe('deny')
    expect(reply.stderr).toContain('HOOK-INTEGRITY')
  })

  it('an edit that leaves our entries alone passes', async () => {
    await start()
    const edit = { file_path: settings(), old_string: '"hooks": {', new_string: '"model": "x",\n  "hooks": {' }
    expect(meaning(await beforeTool('Edit', edit))).toBe('allow')
  })

  it.each([
    'rm .claude/settings.local.json',
    'echo {} > .claude/settings.local.json',
    'sed -i s/hook/x/ .claude/settings.local.json',
    'rm -rf .claude',
    'mv .claude .c',
  ])('%s is denied', async (command) => {
    await start()
    const reply = await bash(command)
    expect(meaning(reply)).toBe('deny')
    expect(reply.stderr).toContain('HOOK-INTEGRITY')
  })

  it('that lost our entry in another way deny changing tools and the shell until it is back', async () => {
    await start()
    const text = readFileSync(settings(), 'utf8')
    writeFileSync(settings(), '{}')
    expect(meaning(await write('src/a.ts', 'x'))).toBe('deny')
    expect(meaning(await bash('npm test'))).toBe('deny')
    expect(meaning(await beforeTool('Read', { file_path: join(scratch.repo, 'a') }))).toBe('allow')
    const reply = await hook(
      scratch,
      'claude-code',
      claudePayload(scratch, 'ConfigChange', { source: 'local_settings', file_path: settings() }),
    )
    expect(reply.stdout).toContain('"decision":"block"')
    writeFileSync(settings(), text)
    expect(meaning(await write('src/a.ts', 'x'))).toBe('allow')
  })

  it('variables do not reach the registered command', async () => {
    const [result] = playHarness(
      scratch,
      [
        {
          hook: claudePayload(scratch, 'PreToolUse', {
            tool_name: 'Write',
            tool_input: { file_path: join(scratch.repo, 'infra/a'), content: '' },
          }),
        },
      ],
      {
        environment: {
          NODE_OPTIONS: '--require /nowhere/x.js'.replace('--require /nowhere/x.js', '--no-warnings'),
          XDG_STATE_HOME: '/dev/null/no',
        },
      },
    )
    expect(result?.exitCode).toBe(2)
    expect(result?.stderr).toContain('HDR-002')
  })
})
