import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runEvidence } from '../../src/app/evidence/run-evidence.ts'
import { hook, hookProcess } from '../support/hook.ts'
import { makeScratch, type Scratch } from '../support/scratch.ts'
import { workWorld } from '../support/work-scene.ts'
import { event, sessionStart, wire } from './calls.ts'

const REQUIRED = { kind: 'evidence_required', criterion: 'unit' }

let scratch: Scratch
beforeEach(() => {
  scratch = makeScratch()
  scratch.git('init', '-q', '-b', 'work')
  scratch.write('src/a.ts', 'a')
})
afterEach(() => scratch.dispose())

const run = async (argv: readonly string[]) => {
  const input = { id: 'unit', argv, artifacts: [], timeoutS: 60, out: '.hpp/evidence', recordEvent: false }
  await runEvidence(workWorld(scratch.repo), {
    ...input,
    keepOutput: false,
    signKey: null,
    signer: null,
    work: null,
    manifest: null,
  })
}
const stop = async (harness: 'claude-code' | 'codex' = 'claude-code', active = false) => {
  if (!active) await hook(scratch, harness, event(scratch, 'UserPromptSubmit', { prompt: 'go on' }))
  const { stdout, stderr } = await hook(scratch, harness, event(scratch, 'Stop', { stop_hook_active: active }))
  return stdout === '' ? (stderr === '' ? null : stderr) : JSON.parse(stdout)
}

describe.each(['claude-code', 'codex'] as const)('a turn of %s that ends', (harness) => {
  beforeEach(async () => {
    scratch.decide('HDR-007', REQUIRED)
    await hook(scratch, harness, sessionStart(scratch, harness))
  })

  it('without evidence is sent back once with the command, then counts as unproven', async () => {
    const first = await stop(harness)
    expect(first).toMatchObject({ decision: 'block' })
    expect(first.reason).toContain(
      'no fresh evidence of unit: it was never run here; run: bylaw evidence run --id unit',
    )
    expect(await stop(harness, true)).toContain('ended unproven: HDR-007')
  })

  it('with evidence of the tree as it is may end, and not any more once a file moved', async () => {
    await run(['true'])
    expect(await stop(harness)).toBeNull()
    scratch.write('src/a.ts', 'b')
    expect((await stop(harness)).reason).toContain('src/a.ts changed since; run: bylaw evidence run --id unit -- true')
  })

  it('with a failed run is told so', async () => {
    await run(['false'])
    expect((await stop(harness)).reason).toContain('its last run was failed')
  })
})

it('another command than the one that is wanted is no evidence, nor is an old run', async () => {
  scratch.decide('HDR-007', { ...REQUIRED, argv: ['npm', 'test'] })
  scratch.decide('HDR-008', { ...REQUIRED, max_age: '1m' })
  await run(['true'])
  const { reason } = await stop()
  expect(reason).toContain('its last run was of another command; run: bylaw evidence run --id unit -- npm test')
  expect(reason).toContain('HDR-008": no fresh evidence of unit: its last run is older than 1m')
})

it('opencode, which cannot be held back, is told at the next prompt', async () => {
  scratch.decide('HDR-007', REQUIRED)
  await hook(scratch, 'opencode', sessionStart(scratch, 'opencode'))
  const idle = { type: 'session.idle', properties: { sessionID: 's1' } }
  await hook(scratch, 'opencode', wire(scratch, 'event', { input: { event: idle } }))
  const report = { input: { sessionID: 's1' }, output: { parts: [] } }
  const { stdout } = await hook(scratch, 'opencode', wire(scratch, 'chat.message', report))
  expect(stdout).toContain('no fresh evidence of unit')
})

it('the built hook finds it too', async () => {
  scratch.decide('HDR-007', REQUIRED)
  const payload = event(scratch, 'Stop', { stop_hook_active: false })
  expect(hookProcess(scratch, 'claude-code', JSON.stringify(payload)).stdout).toContain('no fresh evidence of unit')
  await run(['true'])
  expect(hookProcess(scratch, 'claude-code', JSON.stringify({ ...payload, session_id: 's2' })).stdout).toBe('')
})
