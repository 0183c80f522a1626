import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { findHarness } from '../../src/harness/registry.ts'
import { hook, judge } from '../support/hook.ts'
import { decisionText, type Scratch } from '../support/scratch.ts'
import { sessionStart } from './calls.ts'
import { PAYLOAD_ROWS, type PayloadRow } from './payload-rows.ts'
import { expectBytes, HDR_003, makePayloadScratch, readPayload, saidBy } from './play-payload.ts'

/** One earlier entry of HDR-003 says something else than before. */
function rewrite(scratch: Scratch): void {
  const rewritten = HDR_003.map((entry, at) => (at === 0 ? { ...entry, rationale: 'Quite another.' } : entry))
  writeFileSync(join(scratch.repo, '.hdr/decisions/HDR-003.json'), decisionText('HDR-003', rewritten))
}

/** Plays the row, checks the bytes and the answer, and gives back all that was said or found. */
async function play(scratch: Scratch, row: PayloadRow): Promise<string> {
  const { harness, body, event } = readPayload(scratch, row.file)
  const { answer, findings } = await judge(scratch, harness, body)
  const reply = findHarness(harness)?.encode(answer, event)
  if (!reply) throw new Error(`no harness ${harness}`)
  expectBytes(reply, event)
  expect(saidBy(reply, event)).toBe(row.violated)
  const isSilent = row.violated === 'allow' || row.violated === 'ignored'
  return isSilent ? findings.join('\n') : reply.stdout + reply.stderr
}

describe('each payload after history was rewritten', () => {
  const rows = PAYLOAD_ROWS.filter((row) => !row.newSession)
  /** One repository for all rows; what a row leaves behind is a note or two. */
  let scratch: Scratch
  beforeAll(async () => {
    // The second look at a broken log waits for an editor that is half way through a save. Here is none.
    vi.spyOn(Atomics, 'wait').mockReturnValue('timed-out')
    scratch = makePayloadScratch()
    const payloads = rows.map((row) => readPayload(scratch, row.file))
    const sessions = new Map(
      payloads.map(({ harness, event }) => [`${harness} ${event.sessionId}`, { harness, event }]),
    )
    for (const { harness, event } of sessions.values()) {
      await hook(scratch, harness, sessionStart(scratch, harness, event.sessionId))
    }
    rewrite(scratch)
  })
  afterAll(() => {
    vi.restoreAllMocks()
    scratch.dispose()
  })
  beforeEach(() => {
    const sessions = join(scratch.state, 'hdr/sessions')
    const notes = readdirSync(sessions, { recursive: true, encoding: 'utf8' })
    for (const note of notes.filter((path) => /\/(?:said|stopped|unproven)$/.test(path))) rmSync(join(sessions, note))
  })

  it.each(rows)('$file: $violated', async (row) => {
    expect(await play(scratch, row)).toMatch(/LOG-INTEGRITY: HDR-003/)
  })
})

describe('a payload that begins a session after history was rewritten', () => {
  it.each(PAYLOAD_ROWS.filter((row) => row.newSession))('$file: $violated', async (row) => {
    const scratch = makePayloadScratch()
    const { harness } = readPayload(scratch, row.file)
    await hook(scratch, harness, sessionStart(scratch, harness, 'ses_earlier'))
    rewrite(scratch)
    const said = await play(scratch, row)
    expect(said).toMatch(/HDR-003: its history differs from what the earlier session/)
    expect(said).not.toContain('LOG-INTEGRITY')
    scratch.dispose()
  })
})
