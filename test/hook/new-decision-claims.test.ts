import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { hook, meaning } from '../support/hook.ts'
import { decisionText, makeScratch, type Scratch } from '../support/scratch.ts'

let scratch: Scratch
beforeEach(async () => {
  scratch = makeScratch()
  scratch.decide('HDR-001', { kind: 'append_only', shell: 'guard' })
  await send('SessionStart', { source: 'startup' })
})
afterEach(() => scratch.dispose())

const send = (event: string, rest: object, session = 's', harness = 'claude-code') =>
  hook(scratch, harness, { session_id: session, cwd: scratch.repo, hook_event_name: event, ...rest })

function write(id: string, call: string | null) {
  const file_path = join(scratch.repo, '.hdr/decisions', `${id}.json`)
  const check = { kind: 'tool_denied', tools: ['WebFetch'] }
  const content = decisionText(id, [{ title: `By ${call}`, rationale: 'r', check }])
  return { tool_name: 'Write', tool_input: { file_path, content }, ...(call === null ? {} : { tool_use_id: call }) }
}

const judged = async (id: string, call: string, session = 's') =>
  meaning(await send('PreToolUse', write(id, call), session))

describe('two calls that write one new decision', () => {
  it('are told apart by their ids: the second is denied until the first has ended', async () => {
    expect(await judged('HDR-002', 't1')).toBe('allow')
    expect(await judged('HDR-002', 't2')).toBe('deny')
    expect(await judged('HDR-003', 't2')).toBe('allow')
    await send('PostToolUseFailure', write('HDR-002', 't1'))
    expect(await judged('HDR-002', 't2')).toBe('allow')
  })

  it.each(['claude-code', 'codex'])('are one call where %s asks for leave without the id', async (harness) => {
    const tool =
      harness === 'codex'
        ? {
            tool_name: 'apply_patch',
            tool_input: {
              command: `*** Begin Patch\n*** Add File: .hdr/decisions/HDR-002.json\n+${JSON.stringify({ schema_version: 2, id: 'HDR-002', history: [{ title: 't', rationale: 'r' }] })}\n*** End Patch\n`,
            },
          }
        : write('HDR-002', null)
    expect(meaning(await send('PreToolUse', { ...tool, tool_use_id: 't1' }, 's', harness))).toBe('allow')
    const reply = await send('PermissionRequest', tool, 's', harness)
    expect(reply.stdout).not.toContain('deny')
    expect(reply.exitCode).toBe(0)
  })

  it('leave nothing behind where the first was denied for something else', async () => {
    scratch.decide('HDR-005', { kind: 'write_denied', paths: ['infra/**'] })
    const { tool_input } = write('HDR-006', 't1')
    const patch = [
      '*** Begin Patch',
      '*** Add File: .hdr/decisions/HDR-006.json',
      ...tool_input.content
        .trimEnd()
        .split('\n')
        .map((line) => `+${line}`),
      '*** Add File: infra/main.tf',
      '+x',
      '*** End Patch',
    ].join('\n')
    const both = await send(
      'PreToolUse',
      { tool_name: 'apply_patch', tool_input: { command: patch }, tool_use_id: 't1' },
      's',
      'codex',
    )
    expect(meaning(both)).toBe('deny')
    expect(await judged('HDR-006', 't2')).toBe('allow')
  })

  it('are kept apart though one session or call is named like the beginning of the other', async () => {
    expect(await judged('HDR-002', 't10', 's10')).toBe('allow')
    expect(await judged('HDR-003', 't10')).toBe('allow')
    await send('UserPromptSubmit', { prompt: 'x' }, 's1')
    await send('PostToolUse', write('HDR-003', 't1'))
    expect(await judged('HDR-002', 't2')).toBe('deny')
    expect(await judged('HDR-003', 't2')).toBe('deny')
  })

  it('are allowed one after the other with the next id', async () => {
    for (const [id, call] of [
      ['HDR-002', 't1'],
      ['HDR-003', 't2'],
    ] as const) {
      const { tool_input } = write(id, call)
      expect(await judged(id, call)).toBe('allow')
      writeFileSync(tool_input.file_path, tool_input.content)
      const reply = await send('PostToolUse', write(id, call))
      expect(`${reply.stdout}${reply.stderr}`).not.toContain('INTEGRITY')
    }
    expect(await judged('HDR-003', 't3')).toBe('deny')
  })
})
