import { expect, it } from 'vitest'
import { expectSettled, installProgram, playRound } from '../hook/hook-storm.ts'
import { makeScratch } from '../support/scratch.ts'

it('twenty rounds of hooks at the same time lose nothing and accuse nobody', async () => {
  const scratch = makeScratch()
  scratch.decide('HDR-001', { kind: 'append_only', shell: 'guard' })
  scratch.write('a.ts', 'a\n')
  installProgram(scratch)
  for (let round = 0; round < 20; round++) {
    expect(await playRound(scratch, round)).toEqual([])
    expectSettled(scratch)
  }
  scratch.dispose()
})
