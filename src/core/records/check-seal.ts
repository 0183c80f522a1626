import { isJsonObject, type JsonValue } from '../codec/json-value.ts'
import { foldName } from './principal-name.ts'
import type { AllowedSigner } from './signers-file.ts'
import type { TrustAtBase } from './trust-policy.ts'

export type SealCode = 'seal-missing' | 'seal-signer-unlisted' | 'seal-signature-invalid' | 'seal-unverifiable'

/** Whether a seal shows who wrote something: true, false, or null where nothing here can tell. */
export type Attestation = {
  readonly attested: boolean | null
  readonly code: SealCode | null
  readonly message: string
  /** The fingerprint read back from the signature: shown, never trusted. */
  readonly key: string | null
}

export type SealQuestion = {
  readonly seal: JsonValue | undefined
  /** The reviewer, or the author; null where the record names none. */
  readonly principal: string | null
  /** The signed text; null where a covered value is missing. */
  readonly payload: string | null
  readonly namespace: string
  readonly trust: Pick<TrustAtBase, 'signing' | 'signers'>
}

/** What is left to ask somebody who can read signatures. */
export type SealStep =
  | { readonly kind: 'settled'; readonly attestation: Attestation }
  /** Whether the signature fits the text, whoever made it (`ssh-keygen -Y check-novalidate`). */
  | { readonly kind: 'check-intact'; readonly namespace: string; readonly payload: string; readonly signature: string }
  /** Whether one of the keys in `allowedSigners` made it (`ssh-keygen -Y verify -I <signer>`). */
  | {
      readonly kind: 'verify'
      /** The lines of the signers file that are about this principal. */
      readonly signers: readonly AllowedSigner[]
      /** Those lines as a file for `ssh-keygen`, under the name `signer`. */
      readonly allowedSigners: string
      readonly signer: string
      readonly namespace: string
      readonly payload: string
      readonly signature: string
    }

export type SignatureAnswer =
  | { readonly kind: 'good'; readonly key: string | null }
  | { readonly kind: 'bad'; readonly key: string | null }
  /** No program here reads signatures. */
  | { readonly kind: 'unavailable' }

// Names are folded before they are compared, so the keys of one principal are listed under a name of our own: no
// character of a record or a signers file gets to mean something to ssh-keygen.
const ASKED_SIGNER = 'principal'

/**
 * The rules of records.md 14.6 up to the one that needs the signature itself. Under a broken policy nothing can be told
 * (records-ours.md b).
 */
export function planSealCheck({ seal, principal, payload, namespace, trust }: SealQuestion): SealStep {
  if (trust.signing === 'broken') return settled(null, 'seal-unverifiable', 'the trust policy at base is broken')
  if (seal === undefined || seal === null) {
    const attested = trust.signing === 'active' && principal !== null ? false : null
    return settled(attested, 'seal-missing', 'no seal')
  }
  const { signer, signature } = isJsonObject(seal) ? seal : {}
  if (typeof signer !== 'string' || typeof signature !== 'string') return invalid('the seal is malformed')
  if (principal === null || foldName(signer) !== foldName(principal)) return invalid('the seal names another signer')
  if (payload === null) return invalid('a value that the seal covers is missing')
  if (trust.signing === 'inactive') return { kind: 'check-intact', namespace, payload, signature }
  const listed = trust.signers.filter((line) => line.principals.some((name) => foldName(name) === foldName(principal)))
  if (listed.length === 0) return settled(false, 'seal-signer-unlisted', `no signer at base goes by ${principal}`)
  const allowedSigners = listed.map(renderLine).join('')
  return { kind: 'verify', signers: listed, allowedSigners, signer: ASKED_SIGNER, namespace, payload, signature }
}

/** The last rules of records.md 14.6, over what was said of the signature. */
export function settleSeal(step: SealStep, answer: SignatureAnswer): Attestation {
  if (step.kind === 'settled') return step.attestation
  if (answer.kind === 'unavailable') return attestation(null, 'seal-unverifiable', 'signatures cannot be checked here')
  if (answer.kind === 'bad')
    return { ...attestation(false, 'seal-signature-invalid', 'the signature does not verify'), key: answer.key }
  if (step.kind === 'verify') return { attested: true, code: null, message: 'the signature verifies', key: answer.key }
  const message = 'the signature is intact, and no signers file at base says whose it is'
  return { ...attestation(null, 'seal-unverifiable', message), key: answer.key }
}

function renderLine({ namespaces, keyType, key }: AllowedSigner): string {
  return `${[ASKED_SIGNER, namespaces === null ? null : `namespaces="${namespaces}"`, keyType, key].filter((part) => part !== null).join(' ')}\n`
}

function invalid(message: string): SealStep {
  return settled(false, 'seal-signature-invalid', message)
}

function settled(attested: boolean | null, code: SealCode, message: string): SealStep {
  return { kind: 'settled', attestation: attestation(attested, code, message) }
}

function attestation(attested: boolean | null, code: SealCode, message: string): Attestation {
  return { attested, code, message, key: null }
}
