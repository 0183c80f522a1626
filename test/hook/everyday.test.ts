import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hook, meaning } from '../support/hook.ts'
import { makeScratch, type Scratch } from '../support/scratch.ts'

const COMMANDS = JSON.parse(readFileSync('test/cases/everyday-commands.json', 'utf8')) as {
  id: string
  command: string
}[]

let scratch: Scratch
beforeAll(async () => {
  scratch = makeScratch()
  scratch.decide('HDR-001', { kind: 'append_only', shell: 'guard' })
  scratch.decide('HDR-002', { kind: 'hooks_registered' })
  scratch.initGit()
  scratch.commit()
})
afterAll(() => scratch.dispose())

/** Every command a day holds, under the log that `decisions init` writes, in one session. */
describe('a guarded log stands in the way of no everyday command', () => {
  it.each(COMMANDS.map(({ id, command }) => [id, command] as const))('%s %s', async (id, command) => {
    const payload = {
      session_id: 'day',
      cwd: scratch.repo,
      hook_event_name: 'PreToolUse',
      tool_name: 'Bash',
      tool_input: { command },
      tool_use_id: id,
    }
    const reply = await hook(scratch, 'claude-code', payload)
    expect(`${meaning(reply)} ${reply.stderr}`.trim()).toBe('allow')
  })
})
