import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { meaning } from '../support/hook.ts'
import { makeScratch, type Scratch } from '../support/scratch.ts'
import { call } from './calls.ts'
import { expectSettled, installProgram, newDecision, playRound, startHook } from './hook-storm.ts'

let scratch: Scratch
beforeEach(() => {
  scratch = makeScratch()
  scratch.decide('HDR-001', { kind: 'append_only', shell: 'guard' })
  scratch.write('a.ts', 'a\n')
  installProgram(scratch)
})
afterEach(() => scratch.dispose())

describe('hooks of one session at the same time', () => {
  it('lose nothing and accuse nobody', async () => {
    for (let round = 0; round < 2; round++) {
      expect(await playRound(scratch, round)).toEqual([])
      expectSettled(scratch)
    }
  })

  it('let exactly one of many calls write a new decision', async () => {
    for (const id of ['HDR-100', 'HDR-101']) {
      const calls = Array.from({ length: 6 }, (_, at) =>
        call(scratch, 'Write', newDecision(scratch, id), { tool_use_id: `${id} ${at}` }),
      )
      const replies = await Promise.all(calls.map((one) => startHook(scratch, one)))
      expect(replies.map(meaning).filter((said) => said === 'allow')).toHaveLength(1)
      for (const reply of replies) expect(`${reply.stdout}${reply.stderr}`).not.toContain('INTEGRITY')
    }
  })
})
