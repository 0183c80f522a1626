import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { runHook } from '../../src/app/hook/run-hook.ts'
import { claudeCode } from '../../src/harness/claude-code/claude-code.ts'
import { hook, hookWorld, meaning } from '../support/hook.ts'
import { decisionText, makeScratch, type Scratch } from '../support/scratch.ts'

let scratch: Scratch
beforeEach(async () => {
  scratch = makeScratch()
  scratch.decide('HDR-001', { kind: 'append_only', shell: 'guard' })
  await hook(scratch, 'claude-code', { session_id: 's', cwd: scratch.repo, hook_event_name: 'SessionStart' })
})
afterEach(() => scratch.dispose())

/** A call that writes a decision, before which another program has written half of a decision; `afterFirstLook` runs when it was read so. */
function callWhileWriting(afterFirstLook: (path: string, whole: string) => void) {
  const path = join(scratch.repo, '.hdr/decisions/HDR-002.json')
  const whole = decisionText('HDR-002', [{ title: 'Another', rationale: 'r' }])
  writeFileSync(path, whole.slice(0, whole.length / 2))
  const world = hookWorld(scratch)
  let looks = 0
  const readLog: typeof world.disk.readLog = (project) => {
    const folder = world.disk.readLog(project)
    looks += 1
    if (looks === 1) afterFirstLook(path, whole)
    return folder
  }
  const text = JSON.stringify({
    session_id: 's',
    cwd: scratch.repo,
    hook_event_name: 'PreToolUse',
    tool_name: 'Write',
    tool_input: {
      file_path: join(scratch.repo, '.hdr/decisions/HDR-003.json'),
      content: decisionText('HDR-003', [{ title: 'Ours', rationale: 'r' }]),
    },
  })
  const payload = { text, sizeBytes: text.length }
  return runHook({ ...world, disk: { ...world.disk, readLog } }, claudeCode, payload)
}

it('a decision file that is whole at the second look denies nothing', async () => {
  expect(meaning(await callWhileWriting((path, whole) => writeFileSync(path, whole)))).toBe('allow')
})

it('a decision file that stays half written denies the call', async () => {
  const reply = await callWhileWriting(() => undefined)
  expect(meaning(reply)).toBe('deny')
  expect(reply.stderr).toContain('HDR-002')
})
