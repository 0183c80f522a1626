import { describe, expect, it } from 'vitest'
import { floatNumber, type TokenObject, type TokenValue, wholeNumber } from '../codec/token-json.ts'
import { recordHash } from '../evidence/verify-record.ts'
import { type LeftMutants, type MutationRun, mutationRecord, type TriedMutant } from './mutation-record.ts'
import { readMutationRecord } from './verify-mutation.ts'

const KILLED: TriedMutant = {
  ...{ id: 'a', file: 'a.py', find: '==', replace: '!=', line: 1, column: 2 },
  ...{ outcome: 'killed', exitCode: 1, note: null },
}
const SURVIVED: TriedMutant = { ...KILLED, id: 'b', outcome: 'survived', exitCode: 0 }
const RUN: MutationRun = {
  ...{ id: 'unit', argv: ['make'], baseCommit: null, startedAt: '2026-11-02T12:00:00Z', timeoutS: 600 },
  clean: { verdict: 'passed', exitCode: 0, durationMs: 250 },
  ...{ mutants: [KILLED, SURVIVED], left: [], included: [], outerLinks: [] },
}

const PATH = '.hpp/evidence/unit-mutate-20261102T120000Z.json'
const recordOf = (run: Partial<MutationRun>) => mutationRecord({ ...RUN, ...run }, PATH)

/** With a hash that fits: only what the record says against itself is left to see. */
function rehashed(record: TokenObject): TokenObject {
  return { ...record, record_sha256: recordHash(record) }
}

const inside = (record: TokenObject, key: string, change: TokenObject): TokenObject => ({
  ...record,
  [key]: { ...(record[key] as TokenObject), ...change },
})

const ofFirst = (record: TokenObject, change: TokenObject): TokenObject => {
  const [first, ...rest] = record['mutants'] as readonly TokenObject[]
  return { ...record, mutants: [{ ...first, ...change }, ...rest] as readonly TokenValue[] }
}

describe('a mutation record', () => {
  const limits: readonly LeftMutants[] = [{ reason: 'time-limit', ids: ['c'] }]
  it.each<[string, Partial<MutationRun>]>([
    ['blind-spots', {}],
    ['sensitive', { mutants: [KILLED] }],
    ['sensitive', { mutants: [{ ...KILLED, exitCode: null, note: 'the criterion timed out' }] }],
    ['sensitive', { mutants: [KILLED], left: [{ reason: 'max-mutants', ids: ['c'] }] }],
    ['incomplete', { mutants: [KILLED], left: limits }],
    ['no-mutants', { mutants: [{ ...KILLED, outcome: 'not-applied', line: null, column: null, exitCode: null }] }],
    ['no-control', { mutants: [], clean: { verdict: 'failed', exitCode: 1, durationMs: 9 } }],
    ['no-control', { mutants: [], clean: { verdict: 'timeout', exitCode: null, durationMs: 9 } }],
  ])('is sound as it was made: %s', (verdict, run) => {
    expect(recordOf(run)['verdict']).toBe(verdict)
    expect(readMutationRecord(recordOf(run))).toEqual({ kind: 'sound', verdict })
  })

  it.each<[string, (record: TokenObject) => TokenObject]>([
    ['clean control contradicts', (one) => inside(one, 'clean', { exit_code: wholeNumber(1) })],
    ['clean control contradicts', ({ clean: _, ...one }) => one],
    ['an outcome contradicts its exit', (one) => ofFirst(one, { outcome: 'survived' })],
    ['an outcome contradicts its exit', (one) => ofFirst(one, { exit_code: null })],
    ['an outcome contradicts its exit', (one) => ofFirst(one, { exit_code: true })],
    ['list of mutants is malformed', (one) => ofFirst(one, { file: null })],
    ['list of mutants is malformed', (one) => ({ ...one, mutants: null })],
    ['list of mutants is malformed', (one) => ofFirst(one, { replace: '==' })],
    ['list of mutants is malformed', (one) => ofFirst(one, { line: null })],
    ['list of mutants is malformed', (one) => ofFirst(one, { column: null })],
    ['a mutant is there twice', (one) => ofFirst(one, { id: 'b' })],
    ['id, command or started_at', (one) => ({ ...one, id: true })],
    ['id, command or started_at', (one) => ({ ...one, command: 'make' })],
    ['id, command or started_at', (one) => ({ ...one, command: [true] })],
    ['id, command or started_at', (one) => ({ ...one, started_at: null })],
    ['id, command or started_at', (one) => ({ ...one, started_at: 'yesterday' })],
    [
      'after a survivor, and there is none',
      () => recordOf({ mutants: [KILLED], left: [{ reason: 'first-survivor', ids: ['c'] }] }),
    ],
    ['without a clean control', (one) => inside(one, 'clean', { verdict: 'timeout', exit_code: null })],
    ['were left is malformed', (one) => ({ ...one, left: ['c'] })],
    ['metrics do not match', (one) => inside(one, 'metrics', { total: wholeNumber(3) })],
    ['metrics do not match', (one) => inside(one, 'metrics', { killed: floatNumber(1) })],
    ['metrics do not match', (one) => inside(one, 'metrics', { score: null })],
    ['survivors do not match', (one) => ({ ...one, survivors: [] })],
    ['contradicts the mutants', (one) => ({ ...one, verdict: 'sensitive' })],
  ])('says what is wrong with it: %s', (words, change) => {
    const reading = readMutationRecord(rehashed(change(recordOf({}))))
    expect(reading.kind === 'problem' && reading.problem).toContain(words)
  })

  it('was edited where its hash does not fit', () => {
    const reading = readMutationRecord({ ...recordOf({}), id: 'other' })
    expect(reading.kind === 'problem' && reading.problem).toContain('edited')
  })

  it('keeps its numbers in their form', () => {
    const record = recordOf({ mutants: [KILLED] })
    const [metrics, clean] = [record['metrics'], record['clean']] as readonly TokenObject[]
    const texts = [record['timeout_s'], metrics?.['score'], clean?.['duration_s'], metrics?.['total']]
    expect(texts).toMatchObject([{ text: '600.0' }, { text: '1.0' }, { text: '0.25' }, { text: '1' }])
  })
})
