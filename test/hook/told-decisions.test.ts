import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { appendEntry } from '../../src/core/decisions/write-decision-file.ts'
import { hook, judge } from '../support/hook.ts'
import { decisionText, makeScratch, type Scratch } from '../support/scratch.ts'
import { call, event, sessionStart } from './calls.ts'

let scratch: Scratch
beforeEach(() => {
  scratch = makeScratch()
  scratch.decide('HDR-001', { kind: 'append_only' })
  scratch.decide('HDR-003', { kind: 'path_exists', path: '.hdr' })
})
afterEach(() => scratch.dispose())

const log = (name = 'HDR-003.json') => join(scratch.repo, '.hdr/decisions', name)
const claude = (payload: unknown) => hook(scratch, 'claude-code', payload)
const newDecision = (id: string) =>
  decisionText(id, [{ title: 'T', rationale: 'r', check: { kind: 'path_exists', path: '.hdr' } }])
const rewrite = () => writeFileSync(log(), readFileSync(log(), 'utf8').replace('last outage', 'next outage'))

describe('row 65: the list of decisions', () => {
  /** Later than the time in which an index trusts no file, so that the clean path answers where it can. */
  const settle = () => new Promise((done) => setTimeout(done, 80))
  const ask = async () => (await claude(event(scratch, 'UserPromptSubmit', { prompt: 'x' }))).stdout

  it('is told once, and again when it changed, whether or not the log is violated', async () => {
    await settle()
    await claude(call(scratch, 'Read', { file_path: 'a' }))
    expect(await ask()).toContain('- HDR-003: Decision HDR-003')
    expect(await ask()).toContain('as told before')
    await claude(sessionStart(scratch, 'claude-code'))
    expect(await ask()).toContain('as told before')
    writeFileSync(log('HDR-004.json'), newDecision('HDR-004'))
    expect(await ask()).toContain('- HDR-004: T')
    expect(await ask()).toContain('as told before')
    rewrite()
    writeFileSync(log('HDR-005.json'), newDecision('HDR-005'))
    expect(await ask()).toContain('- HDR-005: T')
    expect(await ask()).toContain('as told before')
  })

  it('is told whole at every prompt of opencode, which keeps nothing and hears nothing at the start', async () => {
    const opencode = async (name: string, input: object) =>
      (
        await hook(scratch, 'opencode', {
          hook: name,
          directory: scratch.repo,
          worktree: scratch.repo,
          rootSessionID: 's1',
          input,
        })
      ).stdout
    scratch.decide('HDR-004', { kind: 'path_exists', path: 'plan.md' })
    await opencode('event', { event: { type: 'session.created', properties: { info: { id: 's1' } } } })
    for (const turn of [1, 2]) {
      const told = await opencode('chat.message', { sessionID: 's1' })
      expect(told, `turn ${turn}`).toContain('- HDR-003: Decision HDR-003')
      expect(told, `turn ${turn}`).toMatch(/HDR-004 [^\n]*: plan\.md does not exist/)
      await settle()
    }
  })

  it('names what a person revised even where something else is violated', async () => {
    await claude(sessionStart(scratch, 'claude-code'))
    rewrite()
    const text = readFileSync(log('HDR-001.json'), 'utf8')
    writeFileSync(log('HDR-001.json'), appendEntry(text, { kind: 'retirement', date: null, rationale: 'r' }))
    const { findings } = await judge(scratch, 'claude-code', event(scratch, 'Notification'))
    expect(findings.join('\n')).toMatch(/LOG-INTEGRITY: HDR-003[\s\S]*HDR-001 was revised by a person/)
  })
})
