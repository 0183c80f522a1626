import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { JsonValue } from '../codec/json-value.ts'
import { answerSeal } from './answer-seal.ts'
import { planSealCheck, type SealQuestion, type SealStep, type SignatureAnswer, settleSeal } from './check-seal.ts'
import { authorSealText, SEAL_NAMESPACES, verdictSealText } from './seal-text.ts'
import { parseTrustPolicy, resolveTrust } from './trust-policy.ts'

type Fields = { readonly [key: string]: JsonValue }
type Vector = {
  readonly name: string
  readonly kind: 'verdict' | 'author'
  readonly namespace: string
  readonly signers: string | null
  readonly fields: Fields
  readonly seal: JsonValue
  readonly payload: string | null
  readonly expected: { readonly attested: boolean | null; readonly code: string | null }
}
const { cases } = JSON.parse(readFileSync('test/vectors/chant-seals.json', 'utf8')) as { cases: readonly Vector[] }

/** What is said of a signature without any program. */
function readSignature(step: SealStep): SignatureAnswer {
  return (step.kind === 'settled' ? null : answerSeal(step)) ?? { kind: 'unavailable' }
}

function questionOf({ kind, namespace, signers, fields, seal }: Vector): SealQuestion {
  const principal = fields[kind === 'verdict' ? 'reviewer' : 'author']
  const covered = {
    record: null,
    digest: null,
    verdict: null,
    reviewer: null,
    on: null,
    author: null,
    state: null,
    ...fields,
  }
  return {
    seal,
    namespace,
    principal: typeof principal === 'string' ? principal : null,
    payload: kind === 'verdict' ? verdictSealText(covered) : authorSealText(covered),
    trust: resolveTrust(parseTrustPolicy(null), signers),
  }
}

describe('the vectors, with their real signatures', () => {
  test('there are 35', () => expect(cases).toHaveLength(35))
  test.each(cases)('$name', (vector) => {
    const question = questionOf(vector)
    expect(question.payload).toBe(vector.payload)
    expect(SEAL_NAMESPACES[vector.kind]).toBe(vector.namespace)
    const step = planSealCheck(question)
    const { attested, code } = settleSeal(step, readSignature(step))
    expect({ attested, code }).toEqual(vector.expected)
  })
  test.each(cases.filter(({ expected }) => expected.attested))(
    '$name: without a reader of signatures it is open',
    (vector) => {
      const step = planSealCheck(questionOf(vector))
      expect(settleSeal(step, { kind: 'unavailable' })).toMatchObject({ attested: null, code: 'seal-unverifiable' })
    },
  )
})

const good: Vector = cases[0] ?? fail()
function fail(): never {
  throw new Error('no vectors')
}

test('under a broken policy nothing is attested, and nobody is asked', () => {
  const question = { ...questionOf(good), trust: { signing: 'broken' as const, signers: [] } }
  expect(planSealCheck(question)).toMatchObject({
    kind: 'settled',
    attestation: { attested: null, code: 'seal-unverifiable' },
  })
})

test('the name that ssh-keygen is asked about never comes from a file', () => {
  const step = planSealCheck(questionOf({ ...good, signers: good.signers?.replace('alice@', '"x y",Alice@') ?? '' }))
  expect(step.kind === 'verify' && step.allowedSigners).toMatch(/^principal ssh-ed25519 \S+\n$/)
})

test('a value with a line feed in it is never signed text', () => {
  const fields = { record: 'a', digest: 'b', verdict: 'agree', reviewer: 'c', on: 'd' }
  expect(verdictSealText(fields)).toBe('a\nb\nagree\nc\nd')
  expect(verdictSealText({ ...fields, reviewer: 'c\nd' })).toBeNull()
  expect(authorSealText({ record: 'a', digest: 'b', author: 'c', state: null })).toBe('a\nb\nc\n')
})

describe('a key that is judged by ssh-keygen alone', () => {
  const string = (text: string | Buffer): Buffer => {
    const bytes = Buffer.from(text)
    return Buffer.concat([Buffer.from([0, 0, 0, bytes.length]), bytes])
  }
  const key = Buffer.concat([string('ssh-rsa'), string('e'), string('n')])
  const parts = [key, 'chant-review', '', 'sha512', 'x'].map(string)
  const blob = Buffer.concat([Buffer.from('SSHSIG'), Buffer.from([0, 0, 0, 1]), ...parts]).toString('base64')
  const signature = `-----BEGIN SSH SIGNATURE-----\n${blob}\n-----END SSH SIGNATURE-----\n`
  const stepFor = (signersText: string | null): SealStep => {
    const trust = resolveTrust(parseTrustPolicy(null), signersText)
    const seal = { signer: 'a', signature }
    return planSealCheck({ seal, principal: 'A', payload: 'p', namespace: 'chant-review', trust })
  }
  const answerOf = (step: SealStep) => (step.kind === 'settled' ? 'settled' : answerSeal(step))

  test('is left open, with a listed key or without signers', () => {
    expect(answerOf(stepFor(`a ssh-rsa ${key.toString('base64')}`))).toBeNull()
    expect(answerOf(stepFor(null))).toBeNull()
  })

  test('what it answers settles the seal', () => {
    const [listed, bare] = [stepFor(`a ssh-rsa ${key.toString('base64')}`), stepFor(null)]
    expect(settleSeal(listed, { kind: 'good', key: null })).toMatchObject({ attested: true, code: null })
    expect(settleSeal(bare, { kind: 'good', key: null })).toMatchObject({ attested: null, code: 'seal-unverifiable' })
    expect(settleSeal(listed, { kind: 'bad', key: null })).toMatchObject({
      attested: false,
      code: 'seal-signature-invalid',
    })
  })

  test('a key that is not listed is bad whatever it is, and so is one for another namespace', () => {
    const other = Buffer.concat([string('ssh-rsa'), string('e'), string('m')]).toString('base64')
    expect(answerOf(stepFor(`a ssh-rsa ${other}`))).toMatchObject({ kind: 'bad' })
    expect(answerOf(stepFor(`a namespaces="file,git" ssh-rsa ${key.toString('base64')}`))).toMatchObject({
      kind: 'bad',
    })
  })

  test('a pattern among the namespaces is for ssh-keygen too', () => {
    const pattern = `a namespaces="chant-*" ${cases[0]?.signers?.split(' ').slice(1).join(' ')}`
    const step = planSealCheck(questionOf({ ...good, signers: pattern.replace(/^a/, 'alice@example.org') }))
    expect(step.kind).toBe('verify')
    expect(answerOf(step)).toBeNull()
  })
})
