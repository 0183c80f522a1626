import { readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { HarnessName } from '../../src/core/harness.ts'
import { claudeCodeRegistration } from '../../src/harness/claude-code/registration.ts'
import { hook, hookWorld, judge, meaning } from '../support/hook.ts'
import { decisionText, makeScratch, type Scratch } from '../support/scratch.ts'
import { call, event, patch, sessionStart, shellCall, wire, wireCall, writeCall } from './calls.ts'

let scratch: Scratch
beforeEach(() => {
  scratch = makeScratch()
  scratch.decide('HDR-001', { kind: 'append_only' })
  scratch.decide('HDR-003', { kind: 'path_exists', path: '.hdr' })
})
afterEach(() => scratch.dispose())

const HARNESSES: readonly HarnessName[] = ['claude-code', 'codex', 'opencode']
const log = (name = 'HDR-003.json') => join(scratch.repo, '.hdr/decisions', name)
const start = (harness: HarnessName = 'claude-code') => hook(scratch, harness, sessionStart(scratch, harness))
const claude = (payload: unknown) => hook(scratch, 'claude-code', payload)
const newDecision = (id: string) =>
  decisionText(id, [{ title: 'T', rationale: 'r', check: { kind: 'path_exists', path: '.hdr' } }])
const rewrite = () => writeFileSync(log(), readFileSync(log(), 'utf8').replace('last outage', 'next outage'))
const findings = async () => (await judge(scratch, 'claude-code', event(scratch, 'Notification'))).findings.join('\n')

describe('rows 56 and 57: the registration', () => {
  const SETTINGS = '.claude/settings.local.json'
  const program = {
    kind: 'absolute',
    node: '/opt/node',
    bundle: '/opt/bylaw/hook.cjs',
    stateHome: '/home/dev/.local/state',
  } as const
  let installed: string
  beforeEach(() => {
    const folders = { project: scratch.repo, home: scratch.home, environment: {} }
    const place = claudeCodeRegistration.target(folders, 'project')
    const step = claudeCodeRegistration.planInstall(place, null, program)
    installed = (step as { after: string }).after
    scratch.write(SETTINGS, installed)
  })
  const settings = () => join(scratch.repo, SETTINGS)
  const changed = (change: (value: Record<string, unknown>) => void) => {
    const value = JSON.parse(installed) as Record<string, unknown>
    change(value)
    return JSON.stringify(value)
  }
  const losses: Readonly<Record<string, () => string>> = {
    'without our hooks': () => '{}',
    'without one event': () => changed((value) => Reflect.deleteProperty(value['hooks'] as object, 'PreToolUse')),
    'with disableAllHooks': () => changed((value) => Object.assign(value, { disableAllHooks: true })),
    'with a variable that reaches into Node': () =>
      changed((value) => Object.assign(value, { env: { NODE_OPTIONS: '--require ./x.cjs' } })),
  }

  it.each(Object.entries(losses))('row 56: the settings %s are not written by a file tool', async (_, text) => {
    const reply = await claude(call(scratch, 'Write', { file_path: settings(), content: text() }))
    expect(meaning(reply)).toBe('deny')
    expect(reply.stderr).toMatch(/^HOOK-INTEGRITY: /)
  })

  it.each(Object.entries(losses))('row 56: the settings %s lock what changes until they are back', async (_, text) => {
    await start()
    writeFileSync(settings(), text())
    const change = event(scratch, 'ConfigChange', { source: 'local_settings', file_path: settings() })
    expect(JSON.parse((await claude(change)).stdout)).toMatchObject({ decision: 'block' })
    expect((await claude(shellCall(scratch, 'claude-code', 'npm test'))).stderr).toMatch(/^HOOK-INTEGRITY: /)
    expect(meaning(await claude(call(scratch, 'Read', { file_path: settings() })))).toBe('allow')
    writeFileSync(settings(), installed)
    expect(meaning(await claude(shellCall(scratch, 'claude-code', 'npm test')))).toBe('allow')
  })

  it('row 56: an edit beside ours passes, and so does the person who installs anew', async () => {
    const more = changed((value) => Object.assign(value, { permissions: { allow: ['Bash(npm test)'] } }))
    expect(meaning(await claude(call(scratch, 'Write', { file_path: settings(), content: more })))).toBe('allow')
  })

  it('row 56: no variable of ours turns the judgement off', async () => {
    const off = { HDR_DISABLE: '1', BYLAW_DISABLE: '1', BYLAW_OFF: '1', CI: '1', NODE_ENV: 'test' }
    expect(
      meaning(await hook(scratch, 'claude-code', call(scratch, 'Write', { file_path: log(), content: '{}' }), off)),
    ).toBe('deny')
  })

  it('row 57: the program behind the registration is no file that an agent may change', async () => {
    const file = join(hookWorld(scratch).program.folder, 'hook.cjs')
    for (const payload of [
      call(scratch, 'Write', { file_path: file, content: '' }),
      shellCall(scratch, 'claude-code', `echo > ${file}`),
      call(scratch, 'mcp__fs__write_file', { path: file }),
    ]) {
      const reply = await claude(payload)
      expect(meaning(reply)).toBe('deny')
      expect(reply.stderr).toMatch(/^HOOK-INTEGRITY: .*belongs to bylaw/)
    }
  })
})

describe('rows 58 and 59: what the session remembers', () => {
  it('row 58: a change that resets the times of the file is seen', async () => {
    await start()
    await claude(call(scratch, 'Read', { file_path: 'a' }))
    const { atime, mtime, size } = statSync(log())
    rewrite()
    utimesSync(log(), atime, mtime)
    expect(statSync(log()).size).toBe(size)
    expect((await claude(shellCall(scratch, 'claude-code', 'ls'))).stderr).toMatch(/^LOG-INTEGRITY: HDR-003/)
  })

  const baseline = () =>
    join(scratch.state, 'hdr/sessions/claude-code/s1', encodeURIComponent(scratch.repo), 'baseline')

  it('row 59: it lies outside of the project, for its owner alone', async () => {
    await start()
    expect(statSync(baseline()).mode & 0o777).toBe(0o600)
    expect(statSync(join(baseline(), '..')).mode & 0o777).toBe(0o700)
    for (const harness of HARNESSES) {
      expect((await hook(scratch, harness, writeCall(scratch, harness, baseline(), 'x'))).stderr).toContain(
        'belongs to bylaw',
      )
    }
  })

  it('row 59: an edited baseline is a failure and no new session', async () => {
    await start()
    rewrite()
    writeFileSync(baseline(), readFileSync(baseline(), 'utf8').replace('last outage', 'next outage'))
    expect(await findings()).toMatch(/LOG-INTEGRITY: baseline: .*was edited or cut/)
    expect(meaning(await claude(call(scratch, 'Write', { file_path: 'a', content: '' })))).toBe('deny')
  })

  it('row 59: a deleted one is made anew from the last commit, not from the disk', async () => {
    scratch.initGit()
    scratch.commit()
    await start()
    rewrite()
    rmSync(join(scratch.state, 'hdr'), { recursive: true })
    expect(await findings()).toContain('LOG-INTEGRITY: HDR-003')
  })
})

describe('row 60: calls side by side', () => {
  it('leave one whole baseline', async () => {
    const reads = Array.from({ length: 12 }, (_, at) =>
      claude(call(scratch, 'Bash', { command: 'ls' }, { tool_use_id: `t${at}` })),
    )
    expect((await Promise.all(reads)).map(meaning)).toEqual(reads.map(() => 'allow'))
    expect(await findings()).toBe('')
  })

  it.each(HARNESSES)('of %s that write one new id: the second is judged with the first in mind', async (harness) => {
    const write = (id: string) => {
      const more = harness === 'opencode' ? { callID: id } : { tool_use_id: id }
      return hook(scratch, harness, writeCall(scratch, harness, log('HDR-004.json'), newDecision('HDR-004'), more))
    }
    const replies = await Promise.all([write('c1'), write('c2')])
    expect(replies.map(meaning)).toEqual(['allow', 'deny'])
    expect(replies[1]?.stderr).toMatch(/^HDR-004\.json: another call .* use the next free id/)
  })

  it('that write two files with one id: the second file clashes once it is there', async () => {
    writeFileSync(log('HDR-004.json'), newDecision('HDR-004'))
    const reply = await claude(
      call(scratch, 'Write', { file_path: log('HDR-005.json'), content: newDecision('HDR-004') }),
    )
    expect(meaning(reply)).toBe('deny')
  })
})

describe('rows 62 to 65: living with it', () => {
  const harmless = [
    '.hdr-example/decisions/HDR-003.json',
    '.hdr/decisions.md',
    'hdr/decisions/HDR-003.json',
    '.hdr/notes/a.md',
  ]
  it.each(harmless)('row 62: %s only looks alike', async (path) => {
    expect(meaning(await claude(call(scratch, 'Write', { file_path: join(scratch.repo, path), content: 'x' })))).toBe(
      'allow',
    )
  })

  it('row 62: reading is never denied, not even while the log is violated', async () => {
    await start()
    rewrite()
    for (const [tool, input] of Object.entries({
      Read: { file_path: log() },
      Grep: { pattern: 'x', path: log() },
      Glob: { pattern: '**' },
    })) {
      expect(meaning(await claude(call(scratch, tool, input)))).toBe('allow')
    }
    expect(meaning(await hook(scratch, 'opencode', wireCall(scratch, 'read', { filePath: log() })))).toBe('allow')
  })

  it.each(['claude-code', 'codex'] as const)('row 63: the stop of %s is blocked once a turn', async (harness) => {
    await start(harness)
    rewrite()
    const stop = (active: boolean) => hook(scratch, harness, event(scratch, 'Stop', { stop_hook_active: active }))
    expect(JSON.parse((await stop(false)).stdout)).toMatchObject({ decision: 'block' })
    const second = await stop(true)
    expect(second).toMatchObject({ stdout: '', exitCode: 0 })
    expect(second.stderr).toContain('ended unproven')
    expect((await stop(false)).stdout, 'a harness that forgets to say so').toBe('')
    await hook(scratch, harness, event(scratch, 'UserPromptSubmit', { prompt: 'go on' }))
    expect((await stop(false)).stdout).not.toBe('')
  })

  it('row 64: every reason begins with who denies: a decision, a rule of ours, or the new file', async () => {
    scratch.decide('HDR-007', { kind: 'tool_denied', tools: ['WebFetch'] })
    scratch.decide('HDR-008', { kind: 'command_denied', commands: ['npm publish'] })
    scratch.decide('HDR-009', { kind: 'write_denied', paths: ['infra/**'] })
    const rows: readonly (readonly [string, unknown])[] = [
      ['HDR-007', call(scratch, 'WebFetch', { url: 'https://example.test' })],
      ['HDR-008', call(scratch, 'Bash', { command: 'cd x && npm publish' })],
      ['HDR-009', call(scratch, 'Write', { file_path: 'infra/a.tf', content: '' })],
      ['HDR-003', call(scratch, 'Write', { file_path: log(), content: '' })],
      ['HDR-010', call(scratch, 'Write', { file_path: log('HDR-010.json'), content: '' })],
    ]
    for (const [id, payload] of rows) {
      const reply = await claude(payload)
      expect(reply.stderr.startsWith(id), reply.stderr).toBe(true)
      expect(reply.stderr.trimEnd(), 'row 65: one short line').toMatch(/^[^\n]{20,500}$/)
    }
  })
})

describe('rows 69 and 71: denied tools', () => {
  beforeEach(() => scratch.decide('HDR-007', { kind: 'tool_denied', tools: ['Bash'] }, 'No shell'))

  it.each(HARNESSES)('row 71: Bash is denied in %s under its own name', async (harness) => {
    expect((await hook(scratch, harness, shellCall(scratch, harness, 'ls'))).stderr).toMatch(/^HDR-007/)
  })

  it('row 69: the reason says which decision it is, and how it could change', async () => {
    const { stderr } = await claude(shellCall(scratch, 'claude-code', './start.sh'))
    expect(stderr).toMatch(/^HDR-007 "No shell": .*ask a person to revise the decision\. See: bylaw explain HDR-007/)
  })

  it('row 69: how a session of each harness begins is not in the way of anything', async () => {
    for (const harness of HARNESSES) {
      expect((await start(harness)).exitCode).toBe(0)
      expect(meaning(await hook(scratch, harness, writeCall(scratch, harness, 'src/a.ts', 'x')))).toBe('allow')
    }
    expect(meaning(await claude(call(scratch, 'TodoWrite', { todos: [] })))).toBe('allow')
    expect(meaning(await claude(call(scratch, 'ToolSearch', { query: 'x' })))).toBe('allow')
    const prompt = wire(scratch, 'chat.message', { input: { sessionID: 's1' } })
    expect((await hook(scratch, 'opencode', prompt)).exitCode).toBe(0)
  })
})

describe('rows 73 and 74: sessions', () => {
  it('row 73: a resumed session under a new id reports a rewrite that happened in between, and never fails', async () => {
    await start()
    rewrite()
    const prompt = await claude(event(scratch, 'UserPromptSubmit', { session_id: 's2', prompt: 'x' }))
    expect(prompt.stdout).toMatch(/HDR-003: its history differs from what the earlier session claude-code\/s1 saw/)
    expect(meaning(await claude(call(scratch, 'Write', { file_path: 'a', content: '' }, { session_id: 's2' })))).toBe(
      'allow',
    )
  })

  it('row 74: a call that is judged twice is judged alike', async () => {
    const calls = [
      call(scratch, 'Write', { file_path: log('HDR-004.json'), content: newDecision('HDR-004') }),
      call(scratch, 'Write', { file_path: log(), content: '{}' }),
      shellCall(scratch, 'claude-code', 'ls'),
    ]
    for (const payload of calls) expect(await claude(payload)).toEqual(await claude(payload))
    const twice = patch(scratch, ['*** Add File: a', '+a'])
    expect(await hook(scratch, 'codex', twice)).toEqual(await hook(scratch, 'codex', twice))
  })
})
