import { createHash, createPublicKey, verify } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { JsonValue } from '../codec/json-value.ts'
import { planSealCheck, type SealQuestion, type SealStep, type SignatureAnswer, settleSeal } from './check-seal.ts'
import { authorSealText, verdictSealText } from './seal-text.ts'
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

/** What `ssh-keygen` says of an Ed25519 signature, by PROTOCOL.sshsig; enough for the vectors. */
function readSignature(step: SealStep): SignatureAnswer {
  if (step.kind === 'settled') return { kind: 'unavailable' }
  const blob = Buffer.from(step.signature.replace(/-----[A-Z ]+-----|\n/g, ''), 'base64')
  const fields = blob.toString('latin1', 0, 6) === 'SSHSIG' ? strings(blob.subarray(10)) : []
  const [key, namespace, , hash, signed] = fields
  if (key === undefined || namespace === undefined || hash === undefined || signed === undefined) return bad()
  if (namespace.toString() !== step.namespace) return bad()
  if (step.kind === 'verify' && !lists(step, key)) return bad()
  const digest = createHash(hash.toString()).update(step.payload).digest()
  const covered = [namespace, Buffer.alloc(0), hash, digest].flatMap((part) => [uint32(part.length), part])
  const der = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), strings(key)[1] ?? Buffer.alloc(32)])
  const publicKey = createPublicKey({ key: der, format: 'der', type: 'spki' })
  const holds = verify(
    null,
    Buffer.concat([Buffer.from('SSHSIG'), ...covered]),
    publicKey,
    strings(signed)[1] ?? Buffer.alloc(0),
  )
  return holds ? { kind: 'good', key: 'SHA256:x' } : bad()
}

function lists({ allowedSigners, signer, namespace }: SealStep & { kind: 'verify' }, key: Buffer): boolean {
  return allowedSigners.split('\n').some((line) => {
    const allowed = /namespaces="([^"]*)"/.exec(line)?.[1]
    const isForIt = line.startsWith(`${signer} `) && line.endsWith(` ${key.toString('base64')}`)
    return isForIt && (allowed === undefined || allowed.split(',').includes(namespace))
  })
}

function strings(bytes: Buffer): readonly Buffer[] {
  const found: Buffer[] = []
  for (let at = 0; at + 4 <= bytes.length; ) {
    const end = at + 4 + bytes.readUInt32BE(at)
    found.push(bytes.subarray(at + 4, end))
    at = end
  }
  return found
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

const bad = (): SignatureAnswer => ({ kind: 'bad', key: null })

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
