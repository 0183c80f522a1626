import { existsSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runHook } from '../../src/app/hook/run-hook.ts'
import type { HarnessName, HookReply } from '../../src/core/harness.ts'
import { findHarness } from '../../src/harness/registry.ts'
import { hook, hookWorld, judge, meaning } from '../support/hook.ts'
import { makeScratch, type Scratch } from '../support/scratch.ts'
import { call, event, patch, sessionStart, shellCall, wire, wireCall, writeCall } from './calls.ts'

const HARNESSES: readonly HarnessName[] = ['claude-code', 'codex', 'opencode']

let scratch: Scratch
beforeEach(() => {
  scratch = makeScratch()
  scratch.decide('HDR-001', { kind: 'append_only' })
})
afterEach(() => scratch.dispose())

const log = (name = 'HDR-001.json') => join(scratch.repo, '.hdr/decisions', name)
const rewrite = () => writeFileSync(log(), readFileSync(log(), 'utf8').replace('last outage', 'next outage'))

describe('row 2: an error of our own', () => {
  /** A disk that fails in a way nobody foresaw. */
  async function playBroken(payload: unknown): Promise<HookReply> {
    const world = hookWorld(scratch)
    const broken = {
      ...world,
      disk: {
        ...world.disk,
        readLog: () => {
          throw new TypeError('a bug')
        },
      },
    }
    const text = JSON.stringify(payload)
    const harness = findHarness('claude-code')
    if (!harness) throw new Error('no harness')
    return runHook(broken, harness, { text, sizeBytes: text.length })
  }

  it.each(['Write', 'Bash', 'mcp__x__y'])('denies %s and says that it is our own', async (tool) => {
    const reply = await playBroken(call(scratch, tool, { file_path: 'a', content: '', command: 'ls' }))
    expect(meaning(reply)).toBe('deny')
    expect(reply.stderr).toMatch(/bylaw itself failed \(TypeError: a bug\); run "bylaw hooks doctor"/)
    expect(JSON.parse(reply.stdout).hookSpecificOutput.permissionDecision).toBe('deny')
  })

  it('lets a reading tool run', async () => {
    expect(meaning(await playBroken(call(scratch, 'Read', { file_path: 'a' })))).toBe('allow')
  })

  it.each(['', '{"hook_event_name": "PreTo', '[]', 'not json'])('denies on the payload %j', async (text) => {
    for (const harness of HARNESSES) {
      const reply = await hook(scratch, harness, text)
      expect(reply).toMatchObject({ exitCode: 2, stdout: '' })
      expect(reply.stderr).toMatch(/hook payload on standard input is (?:empty|no whole JSON object)/)
    }
  })

  const others = [
    'SessionStart',
    'UserPromptSubmit',
    'PostToolUse',
    'Stop',
    'SessionEnd',
    'ConfigChange',
    'Notification',
  ]
  it.each(others)('row 4: at %s exits 0 with a line on stderr, for 2 is a denial', async (name) => {
    const reply = await playBroken(event(scratch, name, { tool_name: 'Bash', tool_input: { command: 'ls' } }))
    expect(reply).toMatchObject({ exitCode: 0, stdout: '' })
    expect(reply.stderr).toContain('bylaw itself failed')
  })
})

describe('a call that comes another way', () => {
  it('row 9: Task is denied with the answer and with exit 2', async () => {
    scratch.decide('HDR-002', { kind: 'tool_denied', tools: ['Task'] })
    for (const tool of ['Task', 'Agent']) {
      const reply = await hook(scratch, 'claude-code', call(scratch, tool, { description: 'x', prompt: 'y' }))
      expect(reply.exitCode).toBe(2)
      expect(JSON.parse(reply.stdout).hookSpecificOutput).toMatchObject({
        hookEventName: 'PreToolUse',
        permissionDecision: 'deny',
      })
    }
  })

  it('row 19: a patch with no event after it is compared at the next event', async () => {
    await hook(scratch, 'codex', sessionStart(scratch, 'codex'))
    expect(meaning(await hook(scratch, 'codex', patch(scratch, ['*** Add File: a.txt', '+a'])))).toBe('allow')
    rewrite()
    const reply = await hook(scratch, 'codex', patch(scratch, ['*** Add File: b.txt', '+b']))
    expect(meaning(reply)).toBe('deny')
    expect(reply.stderr).toMatch(/^LOG-INTEGRITY: HDR-001/)
  })

  it('row 20: code that runs without a call of its own is a known gap, which the next event closes', async () => {
    await hook(scratch, 'codex', sessionStart(scratch, 'codex'))
    const code = { code: 'await tools.exec_command({ cmd: "npm test" })' }
    expect(meaning(await hook(scratch, 'codex', call(scratch, 'exec', code)))).toBe('allow')
    rewrite()
    const reply = await hook(scratch, 'codex', event(scratch, 'Stop', { stop_hook_active: false }))
    expect(JSON.parse(reply.stdout)).toMatchObject({ decision: 'block' })
    expect(reply.stdout).toContain('LOG-INTEGRITY: HDR-001')
  })

  const inside: Readonly<Record<HarnessName, object>> = {
    'claude-code': { agent_id: 'a60f51b7c92d4e13a', agent_type: 'general-purpose' },
    codex: { agent_id: '01a22d08-64ae-7740-bf14-2afea15d29a4', agent_type: 'default' },
    opencode: { sessionID: 'ses_child', rootSessionID: 's1' },
  }
  it.each(HARNESSES)(
    'row 23: a sub-agent of %s may do no more than its root, on the same baseline',
    async (harness) => {
      const more = inside[harness] as Record<string, unknown>
      expect(meaning(await hook(scratch, harness, writeCall(scratch, harness, log(), '{}', more)))).toBe('deny')
      await hook(scratch, harness, sessionStart(scratch, harness))
      rewrite()
      const reply = await hook(scratch, harness, shellCall(scratch, harness, 'npm test', more))
      expect(reply.stderr).toMatch(new RegExp(`LOG-INTEGRITY: HDR-001: .*--session ${harness}/s1`))
    },
  )

  it('row 25: a command in the text of a skill is held to what is held of Bash', async () => {
    scratch.decide('HDR-002', { kind: 'tool_denied', tools: ['Bash'] })
    const skill = { hook_event_name: 'PreSkillShellCommand', command_name: 'release-notes', command_source: 'project' }
    const reply = await hook(scratch, 'claude-code', call(scratch, 'Bash', { command: 'git log -1' }, skill))
    expect(reply.exitCode).toBe(2)
    expect(JSON.parse(reply.stdout).hookSpecificOutput.hookEventName).toBe('PreSkillShellCommand')
    expect(reply.stderr).toMatch(/^HDR-002/)
  })

  it('row 32: NotebookEdit is read by its own path field', async () => {
    const reply = await hook(
      scratch,
      'claude-code',
      call(scratch, 'NotebookEdit', { notebook_path: log(), new_source: 'x' }),
    )
    expect(meaning(reply)).toBe('deny')
    expect(reply.stderr).toMatch(/^HDR-001/)
  })
})

describe('row 16: a session in which no hook ran', () => {
  it('can be told by its heartbeat, which every event leaves', async () => {
    const folder = join(scratch.state, 'hdr/sessions/codex/s1', encodeURIComponent(scratch.repo))
    expect(existsSync(folder)).toBe(false)
    await hook(scratch, 'codex', call(scratch, 'Bash', { command: 'ls' }))
    utimesSync(join(folder, 'heartbeat'), 1, 1)
    await hook(scratch, 'codex', event(scratch, 'Interrupt'))
    expect(readFileSync(join(folder, 'heartbeat'), 'utf8')).toBe('')
    expect(hookWorld(scratch).disk.identity(join(folder, 'heartbeat'))?.[3]).toBeGreaterThan(1_000_000)
  })
})

describe('what a child or a sub-agent leaves behind', () => {
  it('row 23: is found by its root at the next prompt', async () => {
    await hook(scratch, 'opencode', sessionStart(scratch, 'opencode'))
    await hook(scratch, 'opencode', wireCall(scratch, 'bash', { command: 'ls' }, { sessionID: 'ses_child' }))
    rewrite()
    const prompt = wire(scratch, 'chat.message', { input: { sessionID: 's1' } })
    expect((await judge(scratch, 'opencode', prompt)).findings.join('\n')).toContain('LOG-INTEGRITY: HDR-001')
  })
})
