import { describe, expect, test } from 'vitest'
import type { JsonValue } from '../codec/json-value.ts'
import type { Attestation } from './check-seal.ts'
import { compareVersions, quorumZero, type RecordVersion } from './compare-versions.ts'
import { DECISION_KIND_TEXT } from './decision-kind.ts'
import { decisionInconsistencies } from './inconsistencies.ts'
import { judgeRatified, judgeRecordSeal, type SealPast } from './judge-sealing.ts'
import { parseRecordKind } from './parse-record-kind.ts'
import { judgeQuorum } from './quorum.ts'
import type { RecordKind } from './record-kind.ts'
import { recordWarnings } from './record-warnings.ts'

function decisionKind(): RecordKind {
  const parsed = parseRecordKind(DECISION_KIND_TEXT, 'decision.kind.mjs')
  if (!parsed.ok) throw new Error(parsed.faults[0]?.message)
  return parsed.value
}
const kind = decisionKind()
const codes = (found: readonly { readonly code: string }[]) => found.map(({ code }) => code)

describe('record-inconsistent', () => {
  const sound = {
    state: 'decided',
    options: [{ id: 'a' }, { id: 'b' }],
    choice: { option: 'b' },
    rejected: [{ option: 'a' }],
    decided_on: '2026-02-28',
    reviews: [{ on: '2026-11-03' }],
  }
  test('a sound decision has none', () => expect(decisionInconsistencies(sound)).toEqual([]))
  test.each([
    [{ choice: { option: 'c' } }, '/choice names the option c, which is none'],
    [{ rejected: [{ option: 'a' }, { option: 'z' }] }, '/rejected/1 names the option z, which is none'],
    [{ options: [{ id: 'a' }, { id: 'b' }, { id: 'a' }] }, 'two options have the id a'],
    [{ decided_on: '2026-02-30' }, '/decided_on is 2026-02-30, which is no day'],
    [{ reviews: [{ on: '2026-13-01' }] }, '/reviews/0/on is 2026-13-01, which is no day'],
    [
      { reviews: [{ on: '2026-11-03', withdrawn_on: '2026-00-01' }] },
      '/reviews/0/withdrawn_on is 2026-00-01, which is no day',
    ],
    [{ state: 'proposed', decided_on: null, decided_by: 'ana' }, 'a proposed record has decided_by'],
    [{ state: 'proposed', decided_on: null, closed_digest: 'sha256:0' }, 'a proposed record has closed_digest'],
  ])('%j', (rest, message) => {
    expect(decisionInconsistencies({ ...sound, ...rest })).toEqual([{ code: 'record-inconsistent', message }])
  })
  test('shapes that the schema refuses are left to it', () => {
    expect(decisionInconsistencies({ options: 7, choice: 'a', reviews: [null], rejected: {}, decided_on: 3 })).toEqual(
      [],
    )
  })
})

describe('the record seal', () => {
  const judge = (state: string, seal: JsonValue | undefined, past: SealPast = { kind: 'unknown' }) => {
    const data = seal === undefined ? { state } : { state, closed_digest: seal }
    const { reasons, warnings } = judgeRecordSeal({ data, state }, { kind, computed: 'sha256:1', past })
    return [...codes(reasons), ...codes(warnings)]
  }
  test.each([
    ['ratified', 'sha256:1', []],
    ['ratified', 'sha256:2', ['record-seal-mismatch']],
    ['decided', 'sha256:2', ['record-seal-mismatch']],
    ['decided', 'sha256:1', []],
    ['decided', undefined, []],
    ['ratified', undefined, ['record-unsealed']],
    ['ratified', 7, ['record-unsealed']],
  ])('%s with %s', (state, seal, expected) => expect(judge(state, seal)).toEqual(expected))
  test.each([
    ['it had one', true, true, ['record-seal-removed']],
    ['it was not closed at base', false, false, ['record-seal-removed']],
    ['it was closed without one before', false, true, ['record-unsealed']],
  ])('none where %s', (_, hadSeal, closedAtBase, expected) => {
    expect(judge('ratified', undefined, { kind: 'known', hadSeal, closedAtBase })).toEqual(expected)
  })
  test('what does not parse, and a kind without a seal, have none to check', () => {
    const question = { kind, computed: 'x', past: { kind: 'unknown' } } as const
    expect(judgeRecordSeal({ data: null, state: null }, question).reasons).toEqual([])
    expect(
      judgeRecordSeal({ data: {}, state: 'ratified' }, { ...question, kind: { ...kind, seal: null } }).warnings,
    ).toEqual([])
  })
})

const digest = '1'.repeat(64)
const agree = (reviewer: string, rest: object = { digest }) => ({
  reviewer,
  verdict: 'agree',
  on: '2026-11-03',
  ...rest,
})
const quorumOf = (reviews: JsonValue) =>
  judgeQuorum({
    reviews,
    decider: 'dana',
    digest,
    need: 2,
    needFrom: 'default',
    trust: { signing: 'inactive', agents: [] },
    attestations: new Map(),
  })

test.each([
  ['ratified', ['ana', 'bo'], false, []],
  ['ratified', ['ana'], false, ['ratify-quorum-not-met']],
  ['ratified', ['ana'], true, ['quorum-not-met-now']],
  ['decided', ['ana'], false, []],
  ['superseded', ['ana'], false, []],
])('%s with the verdicts of %j, the same at base: %s', (state, names, sameAtBase, expected) => {
  const quorum = quorumOf(names.map((name) => agree(name)))
  const { reasons, warnings } = judgeRatified(state, { kind, quorum, sameAtBase, supersededRank: 0 })
  expect([...codes(reasons), ...codes(warnings)]).toEqual(expected)
})

test('a superseded record that names a ratified one needs the quorum, by hand as by the verbs', () => {
  const question = { kind, quorum: quorumOf([agree('ana')]), sameAtBase: false }
  expect(codes(judgeRatified('superseded', { ...question, supersededRank: 2 }).reasons)).toEqual([
    'ratify-quorum-not-met',
  ])
  expect(codes(judgeRatified('superseded', { ...question, supersededRank: 1 }).reasons)).toEqual([])
})

describe('what one record warns of', () => {
  const author = (attested: boolean | null): Attestation => ({
    attested,
    code: 'seal-missing',
    message: 'no seal',
    key: null,
  })
  const warn = (data: { readonly [key: string]: JsonValue }, rest: object = {}) =>
    recordWarnings({ kind, data, quorum: quorumOf(data['reviews'] ?? []), author: null, signingActive: false, ...rest })
  test('nothing where all is well', () => expect(warn({ evidence: [{}], reviews: [agree('ana')] })).toEqual([]))
  test('no evidence, only where the list is empty', () => {
    expect(codes(warn({ evidence: [] }))).toEqual(['record-no-evidence'])
    expect(warn({})).toEqual([])
  })
  test('verdicts without a digest, one warning that names them all', () => {
    const found = warn({ reviews: [agree('bo', {}), agree('dana', {}), agree('ana')] })
    expect(found).toEqual([
      { code: 'review-undigested', message: 'verdicts that name no text, so every text: bo, dana' },
    ])
  })
  test('an author without a seal that holds, where signers are active', () => {
    const data = { decided_by: 'dana' }
    expect(codes(warn(data, { author: author(false), signingActive: true }))).toEqual(['record-unattested'])
    expect(warn(data, { author: author(true), signingActive: true })).toEqual([])
    expect(warn(data, { author: author(null), signingActive: false })).toEqual([])
    expect(warn({ decided_by: null }, { author: author(null), signingActive: true })).toEqual([])
  })
  test('a look-alike names both, with what cannot be told apart by eye', () => {
    const found = warn({ reviews: [agree('d\u0430na')] })
    expect(found).toEqual([
      { code: 'principal-look-alike', message: 'the reviewer d\u0430na (U+0430) looks like dana' },
    ])
  })
  test('nothing of what the kind does not have', () => {
    const plain = { ...kind, pins: null, reviews: null }
    expect(
      warn(
        { evidence: [], decided_by: 'dana' },
        { kind: plain, quorum: null, author: author(false), signingActive: true },
      ),
    ).toEqual([])
    const work = { ...kind, other: { ...kind.other, work: true } }
    expect(warn({ evidence: [] }, { kind: work })).toEqual([])
    expect(warn({ decided_by: 'dana' }, { author: null, signingActive: true })).toEqual([])
  })
  test('inconsistencies, only of the decision kind', () => {
    expect(codes(warn({ decided_on: '2026-02-30' }))).toEqual(['record-inconsistent'])
    const other = { ...kind, schema: { ...kind.schema, id: 'urn:other' } }
    expect(warn({ decided_on: '2026-02-30' }, { kind: other })).toEqual([])
  })
})

describe('two versions of a record', () => {
  const version = (state: string, rest: object = {}, body = '\n# A\n'): RecordVersion => {
    return {
      state,
      data: { id: 'd-001', state, title: 'A', reviews: [agree('ana')], closed_digest: 's', ...rest },
      body,
    }
  }
  const compare = (earlier: RecordVersion, now: RecordVersion | null) => codes(compareVersions({ earlier, now }, kind))
  const dissent = { reviewer: 'bo', verdict: 'dissent', on: '2026-11-03', note: 'no' }
  const unparseable: RecordVersion = { state: null, data: null, body: '' }
  test.each<readonly [string, RecordVersion, RecordVersion | null, readonly string[]]>([
    ['the same', version('ratified'), version('ratified'), []],
    ['opened again', version('ratified'), version('decided'), ['record-reopened']],
    [
      'opened and rewritten',
      version('ratified'),
      version('decided', { title: 'B' }),
      ['record-reopened', 'record-rewritten'],
    ],
    [
      'rewritten and sealed again',
      version('ratified'),
      version('ratified', { title: 'B', closed_digest: 't' }),
      ['record-rewritten'],
    ],
    ['another body', version('ratified'), version('ratified', {}, '\n# B\n'), ['record-rewritten']],
    ['another closed state', version('ratified'), version('superseded'), ['record-rewritten']],
    ['no seal any more', version('ratified'), version('ratified', { closed_digest: null }), []],
    ['no record any more', version('ratified'), unparseable, ['record-rewritten']],
    ['gone', version('ratified'), null, ['record-deleted']],
    ['an open one gone', version('decided'), null, []],
    ['an open one rewritten', version('decided'), version('ratified', { title: 'B' }), []],
    ['a verdict more', version('decided'), version('decided', { reviews: [agree('ana'), agree('bo')] }), []],
    ['a verdict less', version('decided'), version('decided', { reviews: [] }), ['record-reviews-rewritten']],
    [
      'a verdict turned',
      version('decided'),
      version('decided', { reviews: [{ ...agree('ana'), verdict: 'abstain' }] }),
      ['record-reviews-rewritten'],
    ],
    [
      'a dissent answered',
      version('decided', { reviews: [dissent] }),
      version('decided', { reviews: [{ ...dissent, addressed_by: 'd-002' }] }),
      [],
    ],
    [
      'a closed one with a verdict more',
      version('ratified'),
      version('ratified', { reviews: [agree('ana'), agree('bo')] }),
      ['record-rewritten'],
    ],
    ['nothing that could be read before', unparseable, version('decided'), []],
  ])('%s', (_, earlier, now, expected) => expect(compare(earlier, now)).toEqual(expected))
})

test('a kind without reviews, states and seals has no versions to compare', () => {
  const plain = { ...kind, reviews: null, states: null, seal: null }
  const version = (title: string): RecordVersion => ({ state: null, data: { title }, body: '' })
  expect(compareVersions({ earlier: version('a'), now: version('b') }, plain)).toEqual([])
  expect(
    judgeRatified('ratified', { kind: plain, quorum: quorumOf([]), sameAtBase: false, supersededRank: 2 }).reasons,
  ).toEqual([])
})

test('a need of 0 is a finding', () => {
  expect(quorumZero(0)?.code).toBe('quorum-zero')
  expect(quorumZero(1)).toBeNull()
})
