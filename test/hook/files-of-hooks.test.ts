import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CLI, claudePayload } from '../support/harness-process.ts'
import { hook, hookEnvironment, meaning } from '../support/hook.ts'
import { makeScratch, type Scratch } from '../support/scratch.ts'

/** One installation for all: each test only asks, nothing is run. */
let scratch: Scratch

describe('files on which hooks depend', () => {
  const codexPatch = (text: string) => ({
    session_id: 'c',
    turn_id: 't',
    cwd: scratch.repo,
    model: 'm',
    permission_mode: 'default',
    hook_event_name: 'PreToolUse',
    tool_name: 'apply_patch',
    tool_input: { command: `*** Begin Patch\n${text}\n*** End Patch` },
    tool_use_id: 'p',
  })
  const config = () => join(scratch.home, '.codex/config.toml')
  beforeAll(() => {
    scratch = makeScratch()
    scratch.decide('HDR-001', { kind: 'append_only', shell: 'guard' }, 'The log is guarded')
    scratch.decide('HDR-002', { kind: 'write_denied', paths: ['infra/**'] }, 'Infra is by hand')
    scratch.initGit()
    scratch.commit()
    const env = { XDG_DATA_HOME: join(scratch.root, 'data') }
    for (const harness of ['codex', 'claude-code']) {
      spawnSync(process.execPath, [CLI, 'hooks', 'install', '--harness', harness, '--apply'], {
        cwd: scratch.repo,
        env: hookEnvironment(scratch, env),
      })
    }
    mkdirSync(dirname(config()), { recursive: true })
    writeFileSync(config(), `[features]\nhooks = true\n[projects."${scratch.repo}"]\ntrust_level = "trusted"\n`)
  })
  afterAll(() => scratch.dispose())

  it.each([
    ['an update of the user s configuration', () => `*** Update File: ${config()}\n@@\n-hooks = true\n+hooks = false`],
    ['its deletion', () => `*** Delete File: ${config()}`],
    ['its move', () => `*** Update File: ${config()}\n*** Move to: ${config()}.old\n@@\n [features]`],
  ])('%s by a patch is denied', async (_, patch) => {
    const reply = await hook(scratch, 'codex', codexPatch(patch()))
    expect(meaning(reply)).toBe('deny')
    expect(reply.stderr).toContain('HOOK-INTEGRITY')
  })

  it.each([
    'git clean -fdx',
    'git clean -xfd',
    'git stash --all',
    'chmod 000 .claude',
    'chmod -R a-r .claude',
    'rm -rf ~/.codex',
    'mv ~/.codex ~/.c',
  ])('%s is denied', async (command) => {
    const reply = await hook(
      scratch,
      'claude-code',
      claudePayload(scratch, 'PreToolUse', { tool_name: 'Bash', tool_input: { command }, tool_use_id: 't' }),
    )
    expect(meaning(reply)).toBe('deny')
    expect(reply.stderr).toContain('HOOK-INTEGRITY')
  })

  it.each([
    'git clean -fd',
    'git clean -fdxn',
    'git clean -fdx -e .claude -e .codex',
    'git stash',
    'chmod +x run.sh',
    'rm -rf ~/.cache/x',
  ])('%s is let through', async (command) => {
    const reply = await hook(
      scratch,
      'claude-code',
      claudePayload(scratch, 'PreToolUse', { tool_name: 'Bash', tool_input: { command }, tool_use_id: 't' }),
    )
    expect(`${meaning(reply)}${reply.stderr}`).toBe('allow')
  })
})
