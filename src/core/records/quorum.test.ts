import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { JsonValue } from '../codec/json-value.ts'
import { type Attestation, planSealCheck, settleSeal } from './check-seal.ts'
import { judgeQuorum, type Quorum, type QuorumQuestion } from './quorum.ts'

type Review = { readonly [key: string]: JsonValue }
type Vector = {
  readonly name: string
  readonly decider: string | null
  readonly digest: string
  readonly need: number
  readonly agents: readonly string[]
  readonly attestation: boolean
  readonly reviews: JsonValue
  readonly expected: { readonly [key: string]: unknown }
}

const vectors = (JSON.parse(readFileSync('test/vectors/chant-quorum.json', 'utf8')) as { cases: readonly Vector[] })
  .cases
const DIGEST = '1'.repeat(64)

/** Where ours answers otherwise than the vector, each by records-ours.md b. */
const OURS: Readonly<Record<string, { readonly why: string; readonly expected: unknown }>> = {
  'decider-zero-width': lookAlike('mi\u200bra'),
  'decider-cyrillic-look-alike': lookAlike('m\u0456ra'),
  'empty-reviewer': passedOver(),
  'blank-decider': passedOver(),
}

function oneAgrees(notCounted: readonly unknown[]) {
  const counted = [{ index: 1, principal: 'bob', verdict: 'agree' }]
  const shut = { openConcerns: [], met: false, metWithObjections: false, consensus: false }
  return { counted, notCounted, agreed: 1, ...shut }
}

function lookAlike(principal: string) {
  return {
    why: 'a look-alike of the decider is not counted',
    expected: oneAgrees([{ index: 0, principal, code: 'review-look-alike' }]),
  }
}

function passedOver() {
  return { why: 'an empty name is no principal', expected: oneAgrees([]) }
}

function seen({ counted, notCounted, agreed, openConcerns, met, metWithObjections }: Quorum) {
  return {
    counted: counted.map(({ index, principal, verdict }) => ({ index, principal, verdict })),
    notCounted: notCounted.map(({ index, principal, reason }) => ({ index, principal, code: reason.code })),
    agreed,
    openConcerns: openConcerns.map(({ index }) => index),
    met,
    metWithObjections,
    consensus: met && !metWithObjections,
  }
}

function sealChecks(reviews: JsonValue): ReadonlyMap<number, Attestation> {
  const list = Array.isArray(reviews) ? (reviews as readonly Review[]) : []
  return new Map(
    list.flatMap((review, index) => {
      const attested = review?.['sealCheck']
      if (attested === undefined) return []
      return [[index, { attested: attested as boolean | null, code: null, message: 'as the vector says', key: null }]]
    }),
  )
}

describe('the vectors', () => {
  test('there are 52, and ours answers otherwise on 4 of them', () => {
    expect(vectors).toHaveLength(52)
    expect(vectors.filter(({ name }) => name in OURS)).toHaveLength(4)
  })
  test.each(vectors)('$name', ({ name, decider, digest, need, agents, attestation, reviews, expected }) => {
    const quorum = judgeQuorum({
      reviews,
      decider,
      digest,
      need,
      needFrom: 'declaration',
      trust: { signing: attestation ? 'active' : 'inactive', agents },
      attestations: sealChecks(reviews),
    })
    expect(seen(quorum)).toEqual(OURS[name]?.expected ?? expected)
    if (name in OURS) expect(seen(quorum)).not.toEqual(expected)
  })
})

const ask = (question: Partial<QuorumQuestion>) =>
  judgeQuorum({
    reviews: [],
    decider: 'dana',
    digest: DIGEST,
    need: 2,
    needFrom: 'default',
    trust: { signing: 'inactive', agents: [] },
    attestations: new Map(),
    ...question,
  })
const agree = (reviewer: string) => ({ reviewer, verdict: 'agree', on: '2026-11-03', digest: DIGEST })
const codes = ({ notCounted }: Quorum) => notCounted.map(({ reviewer, reason }) => [reviewer, reason.code])

describe('names', () => {
  test.each([
    ['an accent', ['josé', 'jose']],
    ['a Greek letter as written', ['\u0397ans', 'hans']],
    ['a soft hyphen', ['an\u00ada', 'ana']],
    ['a Cyrillic word', ['\u0430\u043d\u0430', 'aha']],
  ])('%s makes no second principal, and both are named', (_, names) => {
    const quorum = ask({ reviews: names.map(agree) })
    expect(codes(quorum)).toEqual([[names[1], 'review-look-alike']])
    expect(quorum.lookAlikes).toEqual([{ reviewer: names[1], other: names[0] }])
  })
  test('two names that nobody mistakes are two', () => {
    expect(ask({ reviews: ['ana', 'anna'].map(agree) })).toMatchObject({ met: true, lookAlikes: [] })
  })
  test('a look-alike of an agent does not count; the agent itself keeps its own code', () => {
    const quorum = ask({ reviews: ['b\u043et', 'bot'].map(agree), trust: { signing: 'inactive', agents: ['bot'] } })
    expect(codes(quorum)).toEqual([
      ['b\u043et', 'review-look-alike'],
      ['bot', 'review-agent'],
    ])
  })
  test('a reviewer that is not counted bars nobody', () => {
    const older = { ...agree('\u0430na'), digest: '2'.repeat(64) }
    expect(codes(ask({ reviews: [older, agree('ana')] }))).toEqual([['\u0430na', 'review-older-digest']])
  })
  test('a name of characters that are not seen is no name', () => {
    expect(ask({ reviews: [agree('\u200b'), agree('\u2060\u3164')], need: 1 })).toMatchObject({ agreed: 0, met: false })
  })
})

test('many verdicts are judged in linear time', () => {
  const reviews = Array.from({ length: 5_000 }, (_, at) => agree(`person-${at}`))
  expect(ask({ reviews })).toMatchObject({ agreed: 5_000, lookAlikes: [] })
})

test('under a broken trust policy no verdict counts, sealed or not', () => {
  const good: Attestation = { attested: true, code: null, message: 'fine', key: null }
  const quorum = ask({
    reviews: [agree('ana'), agree('bo')],
    trust: { signing: 'broken', agents: [] },
    attestations: new Map([[0, good]]),
  })
  expect(codes(quorum)).toEqual([
    ['ana', 'review-unattested'],
    ['bo', 'review-unattested'],
  ])
  expect(quorum.notCounted[0]?.attestation).toMatchObject({ attested: null, code: 'seal-unverifiable' })
})

type Case = {
  readonly id: string
  readonly title: string
  readonly input: {
    readonly op?: string
    readonly decided_by: string
    readonly quorum: number
    readonly digest: string
    readonly reviews: readonly (Review & { readonly reviewer: string })[]
    readonly signers?: string
  }
  readonly expect: {
    readonly met: boolean
    readonly count: number
    readonly ignored?: readonly string[]
    readonly invalid?: number
    readonly codes?: readonly string[]
    readonly must_report?: string
  }
}
const cases = JSON.parse(readFileSync('test/cases/quorum.json', 'utf8')) as readonly Case[]

/** `valid`, `valid for bo`: a seal whose signature verifies for the signer it names. */
function attest({ reviewer, seal }: Review & { readonly reviewer: string }): Attestation {
  const said = typeof seal === 'string' ? seal : null
  const signer = (/(?:for|principal) (.*)$/.exec(said ?? '')?.[1] ?? reviewer).replace('\\r', '\r')
  const step = planSealCheck({
    seal: said === null ? undefined : { signer, signature: 'x' },
    principal: reviewer,
    payload: 'x',
    namespace: 'chant-review',
    trust: { signing: 'active', signers: [{ principals: ['ana', 'bo'], namespaces: null, keyType: 't', key: 'k' }] },
  })
  return settleSeal(step, { kind: 'good', key: null })
}

describe('the cases', () => {
  const elsewhere = ['C395', 'C397', 'C398', 'C400', 'C401', 'C403']
  test('there are 23; six ask for the digest, the seal and links, beside whose functions they are tested', () => {
    expect(cases).toHaveLength(23)
    expect(cases.filter(({ input }) => input.op !== undefined).map(({ id }) => id)).toEqual(elsewhere)
  })
  test('C397, C400: a verdict counts while the digest is the one it names', () => {
    const reviews = ['ana', 'bo'].map(agree)
    expect(ask({ reviews })).toMatchObject({ agreed: 2, met: true })
    expect(codes(ask({ reviews, digest: '2'.repeat(64) })).map(([, code]) => code)).toEqual([
      'review-older-digest',
      'review-older-digest',
    ])
  })
  test.each(cases.filter(({ input }) => input.op === undefined))('$id $title', ({ input, expect: wanted }) => {
    const agents = input.reviews.filter(({ kind }) => kind === 'agent').map(({ reviewer }) => reviewer)
    const quorum = ask({
      reviews: input.reviews,
      decider: input.decided_by,
      digest: input.digest,
      need: input.quorum,
      trust: { signing: input.signers === 'active' ? 'active' : 'inactive', agents },
      attestations: input.signers === 'active' ? new Map(input.reviews.map((one, at) => [at, attest(one)])) : new Map(),
    })
    expect([quorum.met, quorum.agreed]).toEqual([wanted.met, wanted.count])
    if (wanted.ignored) expect(quorum.notCounted.map(({ reviewer }) => reviewer)).toEqual(wanted.ignored)
    if (wanted.codes) expect(quorum.notCounted.map(({ reason }) => reason.code)).toEqual(wanted.codes)
    const passedOver = input.reviews.length - quorum.counted.length - quorum.notCounted.length
    if (wanted.invalid) expect(passedOver).toBe(wanted.invalid)
    if (wanted.must_report)
      expect(quorum).toMatchObject({ metWithObjections: true, openConcerns: [{ reviewer: 'cy' }] })
  })
})
