import { isJsonObject, type JsonValue } from '../codec/json-value.ts'
import type { SignerLine } from './record-seal-signers.ts'
import { readSshSignature, type SshSignature } from './record-seal-sshsig.ts'

export type SealCode = 'seal-missing' | 'seal-signer-unlisted' | 'seal-signature-invalid' | 'seal-unverifiable'

/** `attested` is true only where a listed key signed exactly this; null where nobody can tell. */
export type SealJudgement = { readonly attested: boolean | null; readonly code: SealCode | null }

export type SealQuestion = {
  /** What stands in the record, undefined or null where there is no seal. */
  readonly seal: JsonValue | undefined
  /** Who must have signed, as written; null where the record names nobody. */
  readonly principal: string | null
  /** What must have been signed; null where a covered value is missing. */
  readonly payload: string | null
  readonly namespace: string
  /** The signers file at base, null where there is none: the policy is not active. */
  readonly signers: readonly SignerLine[] | null
  /** Whether two names are one principal (folded, records.md 13). */
  sameName(a: string, b: string): boolean
}

/** A signature by a kind of key that only ssh-keygen judges; `closeSeal` takes its answer. */
export type OpenSeal = {
  readonly kind: 'ask'
  readonly signature: string
  readonly payload: string
  /** The keys of which one must have signed; null: whichever the signature names. */
  readonly keys: readonly string[] | null
}

const INVALID = { attested: false, code: 'seal-signature-invalid' } as const
const UNVERIFIABLE = { attested: null, code: 'seal-unverifiable' } as const

/** Judges a verdict's or an author's seal in the order of records.md 14.6. */
export function judgeSeal(question: SealQuestion): SealJudgement | OpenSeal {
  const { seal, principal, payload, signers, sameName } = question
  if (seal === undefined || seal === null) {
    return { attested: signers === null || principal === null ? null : false, code: 'seal-missing' }
  }
  if (!isJsonObject(seal)) return INVALID
  const { signer, signature } = seal
  if (typeof signer !== 'string' || typeof signature !== 'string') return INVALID
  if (principal === null || !sameName(signer, principal) || payload === null) return INVALID
  const found = readSshSignature(signature)
  if (signers === null) return judgeUnlisted(question, { found, signature, payload })
  const lines = signers.filter(({ principals }) => principals.some((name) => sameName(name, principal)))
  if (lines.length === 0) return { attested: false, code: 'seal-signer-unlisted' }
  const keys = lines
    .filter(({ namespaces }) => namespaces === null || namespaces.includes(question.namespace))
    .map(({ key }) => key)
  if (found === null || !keys.includes(found.key)) return INVALID
  const state = found.state(question.namespace, payload)
  if (state === 'unknown') return { kind: 'ask', signature, payload, keys }
  return state === 'holds' ? { attested: true, code: null } : INVALID
}

/** What a seal is worth after ssh-keygen was asked; `absent` where there is no such program. */
export function closeSeal(open: OpenSeal, answer: 'holds' | 'broken' | 'absent'): SealJudgement {
  if (answer === 'absent') return UNVERIFIABLE
  if (answer === 'broken') return INVALID
  return open.keys === null ? UNVERIFIABLE : { attested: true, code: null }
}

/** Without a signers file nothing says whose key it is, but a broken signature shows. */
function judgeUnlisted(
  { namespace }: SealQuestion,
  {
    found,
    signature,
    payload,
  }: { readonly found: SshSignature | null; readonly signature: string; readonly payload: string },
): SealJudgement | OpenSeal {
  const state = found?.state(namespace, payload) ?? 'broken'
  if (state === 'unknown') return { kind: 'ask', signature, payload, keys: null }
  return state === 'holds' ? UNVERIFIABLE : INVALID
}
