import { describe, expect, test } from 'vitest'
import { DECISION_KIND_TEXT } from './decision-kind.ts'
import { judgeAmend } from './judge-amend.ts'
import { changedFields, mergeFields } from './merge-fields.ts'
import { parseRecordKind } from './parse-record-kind.ts'
import { judgeQuorum } from './quorum.ts'
import { needsQuorum, ratifyRefusal } from './ratifying.ts'
import type { RecordCore } from './record.ts'
import type { RecordKind } from './record-kind.ts'
import { isGrownFrom } from './review-changes.ts'

function decisionKind(): RecordKind {
  const parsed = parseRecordKind(DECISION_KIND_TEXT, 'decision.kind.mjs')
  if (!parsed.ok) throw new Error(parsed.faults[0]?.message)
  return parsed.value
}
const kind = decisionKind()
const agree = { reviewer: 'ana', verdict: 'agree', on: '2026-11-03' }
const dissent = { reviewer: 'bo', verdict: 'dissent', on: '2026-11-03', note: 'no' }
const record = (state: string): RecordCore => ({
  id: 'd-001',
  title: 'A',
  state,
  reviews: [agree, dissent],
  evidence: [],
})

const amend = (state: string, set: RecordCore, rest: { unset?: readonly string[]; signing?: boolean } = {}) => {
  const plan = judgeAmend({ kind, before: record(state), set, unset: rest.unset ?? [], signing: rest.signing ?? false })
  return plan.kind === 'refused' ? plan.fault.code : plan.changed
}

describe('what an amendment may change', () => {
  test.each([
    ['proposed', { title: 'B', state: 'decided' }, ['title', 'state']],
    ['withdrawn', { title: 'B', state: 'proposed' }, ['title', 'state']],
    ['decided', { state: 'ratified', evidence: [{ title: 'x' }] }, ['state', 'evidence']],
    ['decided', { title: 'A' }, []],
    ['decided', { title: 'B' }, 'amend-supersede-instead'],
    ['decided', { state: 'proposed' }, 'amend-supersede-instead'],
    ['decided', { state: 'withdrawn' }, 'amend-supersede-instead'],
    ['decided', { area: 'new' }, 'amend-supersede-instead'],
    ['ratified', { title: 'B' }, 'record-closed'],
    ['superseded', { state: 'decided' }, 'record-closed'],
    ['ratified', { title: 'A' }, []],
    ['proposed', { id: 'd-002' }, 'amend-id-immutable'],
    ['ratified', { id: 'd-002' }, 'amend-id-immutable'],
    ['proposed', { seal: {} }, 'write-input-invalid'],
    ['ratified', { closed_digest: 'x' }, 'write-input-invalid'],
  ])('%s with %j', (state, set, expected) => expect(amend(state, set)).toEqual(expected))

  test('fields are taken out with the rights that set them', () => {
    expect(amend('proposed', {}, { unset: ['evidence'] })).toEqual(['evidence'])
    expect(amend('decided', {}, { unset: ['title'] })).toBe('amend-supersede-instead')
    expect(amend('proposed', {}, { unset: ['id'] })).toBe('amend-id-immutable')
    expect(amend('proposed', {}, { unset: ['state'] })).toBe('write-input-invalid')
    expect(amend('proposed', {}, { unset: ['closed_digest'] })).toBe('write-input-invalid')
    expect(amend('ratified', {}, { unset: ['absent'] })).toEqual([])
  })
  test('signing a closed record is a write', () => {
    expect(amend('ratified', {}, { signing: true })).toBe('record-closed')
    expect(amend('decided', {}, { signing: true })).toEqual([])
  })
  test('the way out is named', () => {
    const plan = judgeAmend({ kind, before: record('ratified'), set: { title: 'B' }, unset: [], signing: false })
    expect(plan.kind === 'refused' && plan.fault.hint).toContain('supersedes: [{"decision":"d-001"}]')
  })
})

describe('other kinds', () => {
  const plain: RecordKind = { ...kind, approval: null, reviews: null, seal: null, supersedes: null, idField: null }
  const plan = (before: RecordCore, set: RecordCore, other: RecordKind = plain) =>
    judgeAmend({ kind: other, before, set, unset: [], signing: false })
  test('without ranks an open record changes freely, and has no fields that a verb keeps', () => {
    expect(plan({ state: 'decided' }, { title: 'B', seal: 'x' })).toMatchObject({ changed: ['title', 'seal'] })
  })
  test('a closed one does not, and a new record is all that helps', () => {
    const refused = plan({ state: 'ratified' }, { title: 'B' })
    expect(refused).toMatchObject({
      fault: { code: 'record-closed', message: 'the record is ratified and closed', hint: 'write a new record' },
    })
  })
  test('without states nothing is closed', () => {
    expect(plan({ state: 'ratified' }, { title: 'B' }, { ...plain, states: null })).toMatchObject({
      changed: ['title'],
    })
  })
  test('a plain list of ids is named as it is written', () => {
    const other = { ...kind, supersedes: { field: 'replaces', key: null } }
    const refused = plan({ id: 'a-1', state: 'ratified' }, { title: 'B' }, other)
    expect(refused.kind === 'refused' && refused.fault.hint).toContain('replaces: ["a-1"]')
  })
  test('without a ratified state no quorum is asked for', () => {
    expect(needsQuorum({ kind: plain, from: null, to: 'ratified', supersededRank: 2 })).toBe(false)
  })
})

describe('reviews are append-only', () => {
  const answered = { ...dissent, addressed_by: 'd-002' }
  test.each([
    ['an open dissent is answered', [agree, answered], true],
    ['or withdrawn', [agree, { ...dissent, withdrawn_on: '2026-11-04' }], true],
    ['a verdict is added', [agree, dissent, agree], false],
    ['one is dropped', [dissent], false],
    ['one is turned', [agree, { ...dissent, verdict: 'agree' }], false],
    ['a note is rewritten on the way', [agree, { ...answered, note: 'yes' }], false],
    ['an agree is answered', [{ ...agree, addressed_by: 'd-002' }, dissent], false],
    ['they are taken away', null, false],
  ])('%s', (_, reviews, allowed) => {
    for (const state of ['proposed', 'decided']) {
      expect(amend(state, { reviews })).toEqual(allowed ? ['reviews'] : 'amend-reviews-append-only')
    }
  })
  test('an answer stays', () => {
    const before = { ...record('decided'), reviews: [answered] }
    const set = { reviews: [{ ...answered, withdrawn_on: '2026-11-04' }] }
    expect(judgeAmend({ kind, before, set, unset: [], signing: false })).toMatchObject({ kind: 'refused' })
  })
  test('a list may grow between two versions, and its dissents be answered', () => {
    expect(isGrownFrom([agree, dissent], [agree, answered, agree])).toBe(true)
    expect(isGrownFrom(undefined, [agree])).toBe(true)
    expect(isGrownFrom([agree, dissent], [agree])).toBe(false)
    expect(isGrownFrom([agree], undefined)).toBe(false)
    expect(isGrownFrom([answered], [dissent])).toBe(false)
    expect(isGrownFrom([answered], [{ ...answered, addressed_by: 'd-003' }])).toBe(false)
    expect(isGrownFrom([7], [7])).toBe(true)
    expect(isGrownFrom([7], [8])).toBe(false)
  })
})

test('changed fields: the order of the record, then of the schema, then as given; order of keys is no change', () => {
  const before = { b: { x: 1, y: 2 }, a: 1 }
  const after = mergeFields(before, { set: { z: 1, c: 1, b: { y: 2, x: 1 }, d: null, a: 2 }, unset: [] })
  expect(changedFields({ before, after }, ['d', 'c'])).toEqual(['a', 'd', 'c', 'z'])
})

describe('the quorum is needed', () => {
  test.each([
    ['to ratify', 'decided', 'ratified', 0, true],
    ['not to stay ratified', 'ratified', 'ratified', 0, false],
    ['not to decide', 'proposed', 'decided', 2, false],
    ['to retire a ratified record by a superseded one', 'decided', 'superseded', 2, true],
    ['not to retire a decided one', 'decided', 'superseded', 1, false],
  ])('%s', (_, from, to, supersededRank, expected) => {
    expect(needsQuorum({ kind, from, to, supersededRank })).toBe(expected)
  })
  test('a refusal names who did not count, and why', () => {
    const question = { decider: 'ana', digest: 'x', need: 2, needFrom: 'default', attestations: new Map() } as const
    const trust = { signing: 'inactive', agents: [] } as const
    const fine = { signing: 'inactive', problems: [] } as const
    const quorum = judgeQuorum({ ...question, trust, reviews: [agree, { ...agree, reviewer: 'cy' }] })
    expect(ratifyRefusal('d-001', quorum, fine)?.message).toBe(
      "d-001 can't be ratified yet: its quorum needs 2 agreeing verdicts that count, and it has 1 (not counted: ana, review-decider)",
    )
    expect(ratifyRefusal('d-001', { ...quorum, met: true }, fine)).toBeNull()
    const broken = { signing: 'broken', problems: ['no JSON'] } as const
    expect(ratifyRefusal('d-001', { ...quorum, need: 0, met: true }, broken)?.message).toContain('(no JSON)')
    expect(ratifyRefusal('d-001', { ...quorum, notCounted: [] }, fine)?.message).toMatch(/and it has 1$/)
  })
})
