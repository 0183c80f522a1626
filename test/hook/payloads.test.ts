import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import type { HookReply } from '../../src/core/harness.ts'
import { hook, judge } from '../support/hook.ts'
import type { Scratch } from '../support/scratch.ts'
import { sessionStart } from './calls.ts'
import { NO_PAYLOADS, PAYLOAD_ROWS, type Said } from './payload-rows.ts'
import {
  expectBytes,
  FOLDERS,
  makePayloadScratch,
  PAYLOADS,
  readPayload,
  saidBy,
  writeNewDecision,
} from './play-payload.ts'

let scratch: Scratch
afterEach(() => scratch.dispose())

async function expectAnswer(file: string, said: Said): Promise<HookReply> {
  const { harness, body, event } = readPayload(scratch, file)
  const reply = await hook(scratch, harness, body)
  expectBytes(reply, event)
  expect(saidBy(reply, event)).toBe(said)
  return reply
}

describe('each payload in a log that is whole', () => {
  it.each(PAYLOAD_ROWS)('$file: $clean', async (row) => {
    scratch = makePayloadScratch()
    const reply = await expectAnswer(row.file, row.clean)
    expect(reply.stdout + reply.stderr).not.toContain('LOG-INTEGRITY')
    if (row.clean === 'deny') expect(reply.stderr.trim()).toMatch(/^(?=.{20,500}$)[^\n]*\bHDR-\d{3}\b/)
  })

  it.each(PAYLOAD_ROWS.filter((row) => row.wrote))('$file takes the new decision into the baseline', async (row) => {
    scratch = makePayloadScratch()
    const { harness, body, event } = readPayload(scratch, row.file)
    await hook(scratch, harness, sessionStart(scratch, harness, event.sessionId))
    const path = writeNewDecision(scratch)
    await expectAnswer(row.file, row.clean)
    rmSync(path)
    const { findings } = await judge(scratch, harness, body)
    expect(findings.join('\n')).toMatch(/LOG-INTEGRITY: HDR-005: its file is gone/)
  })
})

describe('each payload of a shell in a log with a guard', () => {
  it.each(PAYLOAD_ROWS.filter((row) => row.guarded))('$file: $guarded', async (row) => {
    scratch = makePayloadScratch('guard')
    await expectAnswer(row.file, row.guarded ?? row.clean)
  })
})

describe('the table of payloads', () => {
  it('holds every file of the folders, once', () => {
    scratch = makePayloadScratch()
    const listed = [...PAYLOAD_ROWS.map((row) => row.file), ...Object.keys(NO_PAYLOADS)]
    const files = FOLDERS.flatMap((folder) => readdirSync(join(PAYLOADS, folder)).map((name) => `${folder}/${name}`))
    expect([...listed].sort()).toEqual([...files].sort())
  })

  it('calls ignored exactly what is no event of ours', () => {
    scratch = makePayloadScratch()
    for (const { file, clean } of PAYLOAD_ROWS) {
      expect(clean === 'ignored', file).toBe(readPayload(scratch, file).event.kind === 'other')
    }
  })
})
