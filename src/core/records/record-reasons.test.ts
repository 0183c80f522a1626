import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { JsonValue } from '../codec/json-value.ts'
import { settleSeal } from './check-seal.ts'
import { DECISION_KIND_TEXT, DECISION_SCHEMA_ID } from './decision-kind.ts'
import { DECISION_SCHEMA } from './decision-schema.ts'
import { parseRecordKind } from './parse-record-kind.ts'
import { recordReasons } from './record-reasons.ts'
import { compileRecordSchema } from './record-schema.ts'
import { planAuthorSeal, planVerdictSeals, quorumOf } from './record-seals.ts'
import { parseTrustPolicy, resolveTrust } from './trust-policy.ts'

type Vectors = { readonly cases: readonly { readonly data: { readonly [key: string]: JsonValue } }[] }
const vectors = JSON.parse(readFileSync('test/vectors/chant-schema.json', 'utf8')) as Vectors
const base = vectors.cases[0]?.data ?? {}

const parsedKind = parseRecordKind(DECISION_KIND_TEXT, 'decision.kind.mjs')
const compiled = compileRecordSchema({ id: DECISION_SCHEMA_ID, schema: DECISION_SCHEMA })
if (!parsedKind.ok || !compiled.ok) throw new Error('the shipped kind does not load')
const [kind, schema] = [parsedKind.value, compiled.value]

describe('what a record has against itself', () => {
  const lines: Readonly<Record<string, number>> = { '': 1, '/title': 4, '/source': 7 }
  const judge = (data: { readonly [key: string]: JsonValue } | null, seal = 'sha256:1') => {
    const state = typeof data?.['state'] === 'string' ? data['state'] : null
    return recordReasons(
      { data, state },
      {
        kind,
        schema,
        textFaults:
          data === null ? [{ code: 'record-unparseable', message: 'no front matter', at: { file: 'f', line: 1 } }] : [],
        lineOf: (pointer) => lines[pointer] ?? 1,
        seal,
        past: { kind: 'unknown' },
      },
    ).reasons
  }
  test('nothing', () => expect(judge(base)).toEqual([]))
  test('a text that is no record, with its line', () => {
    expect(judge(null)).toEqual([{ code: 'record-unparseable', message: 'no front matter', line: 1 }])
  })
  test('schema, source and seal in this order, each with the line it points at', () => {
    const data = {
      ...base,
      title: '',
      source: { kind: 'workspace', member: 'app', turns: { from: 5, to: 2 } },
      closed_digest: `sha256:${'0'.repeat(64)}`,
    }
    expect(judge(data).map(({ code, line }) => [code, line])).toEqual([
      ['record-schema-invalid', 4],
      ['record-schema-invalid', 7],
      ['record-seal-mismatch', undefined],
    ])
    expect(judge(data)[1]?.message).toBe('/source/turns/to must not be before from')
  })
  test('without a source, without a seal, and a fault without a line', () => {
    const fault = { code: 'record-unparseable', message: 'no text' }
    const by = { schema, textFaults: [fault], lineOf: () => 1, seal: null, past: { kind: 'unknown' } } as const
    const plain = { ...kind, source: null }
    expect(recordReasons({ data: null, state: null }, { ...by, kind: plain }).reasons).toEqual([fault])
    const data = {
      ...base,
      title: '',
      extra: 1,
      source: { kind: 'workspace', member: 'app', turns: { from: 5, to: 2 } },
    }
    expect(recordReasons({ data, state: 'decided' }, { ...by, kind: plain }).reasons).toHaveLength(1)
  })
  test('C401: a letter changed in a sealed record', () => {
    const seal = `sha256:${'0'.repeat(64)}`
    const sealed = { ...base, state: 'ratified', closed_digest: seal }
    expect(judge(sealed, seal)).toEqual([])
    expect(judge(sealed, `sha256:${'1'.repeat(64)}`).map(({ code }) => code)).toEqual(['record-seal-mismatch'])
  })
})

describe('the seals of a record', () => {
  const key = 'AAAAC3NzaC1lZDI1NTE5AAAAIDp5l2u558YyDpzp/381DryZ/8P9vb54Nt0xAvOXt0OY'
  const trust = resolveTrust(parseTrustPolicy(null), `ana,dana ssh-ed25519 ${key}`)
  const digest = '1'.repeat(64)
  const seal = { signer: 'ana', key: 'SHA256:x', signature: 'S' }
  const reviews = [
    { reviewer: 'ana', verdict: 'agree', on: '2026-11-03', digest, seal },
    { reviewer: 'bo', verdict: 'agree' },
    7,
  ]
  const record = {
    id: 'd-001',
    state: 'decided',
    digest,
    data: { decided_by: 'dana', reviews, seal: { ...seal, signer: 'dana' } },
  }
  const by = { need: 1, needFrom: 'default', trust } as const

  test('each is asked about over the text that it covers', () => {
    const steps = planVerdictSeals(record, kind, trust)
    expect([...steps.keys()]).toEqual([0])
    expect(steps.get(0)).toMatchObject({
      kind: 'verify',
      namespace: 'chant-review',
      payload: `d-001\n${digest}\nagree\nana\n2026-11-03`,
    })
    expect(planAuthorSeal(record, kind, trust)).toMatchObject({
      namespace: 'chant-record',
      payload: `d-001\n${digest}\ndana\ndecided`,
    })
  })
  test('what is said of them makes the quorum', () => {
    const answers = (kindOfAnswer: 'good' | 'bad') =>
      new Map(
        [...planVerdictSeals(record, kind, trust)].map(([at, step]) => [
          at,
          settleSeal(step, { kind: kindOfAnswer, key: null }),
        ]),
      )
    expect(quorumOf(record, kind, { ...by, attestations: answers('good') })).toMatchObject({ agreed: 1, met: true })
    expect(quorumOf(record, kind, { ...by, attestations: answers('bad') })).toMatchObject({ agreed: 0, met: false })
  })
  test('a kind without reviews, and what does not parse, have none', () => {
    const plain = { ...kind, reviews: null }
    const broken = { ...record, data: null }
    expect([planAuthorSeal(record, plain, trust), planAuthorSeal(broken, kind, trust)]).toEqual([null, null])
    expect([planVerdictSeals(record, plain, trust).size, planVerdictSeals(broken, kind, trust).size]).toEqual([0, 0])
    expect(quorumOf(record, plain, { ...by, attestations: new Map() })).toBeNull()
    expect(quorumOf(broken, kind, { ...by, attestations: new Map() })).toBeNull()
  })
})
