import { expect, test } from 'vitest'
import { decisionFile, entry, fakeWorld } from '../../../test/support/fake-world.ts'
import { explainLog } from './explain-log.ts'

const log = { 'HDR-001.json': decisionFile('HDR-001', entry()), 'HDR-002.json': decisionFile('HDR-002', entry()) }

test('a history that a session finds rewritten is not explained as if it were whole', async () => {
  const violations = [{ session: 'codex/s', id: 'HDR-001', what: 'entry 1: title changed' }]
  const { decisions } = await explainLog(fakeWorld({ log, sessions: { violations } }), { id: null })
  expect(decisions.map(({ notices }) => notices)).toEqual([
    [
      'LOG-INTEGRITY: entry 1: title changed, as the session codex/s sees it; bylaw decisions restore HDR-001 --session codex/s',
    ],
    [],
  ])
})

test('without a session there is nothing to say beside the history', async () => {
  const { decisions } = await explainLog(fakeWorld({ log }), { id: 'HDR-001' })
  expect(decisions.map(({ notices }) => notices)).toEqual([[]])
})
