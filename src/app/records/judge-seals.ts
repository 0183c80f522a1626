import { answerSeal } from '../../core/records/answer-seal.ts'
import { type Attestation, type SealStep, type SignatureAnswer, settleSeal } from '../../core/records/check-seal.ts'
import type { RecordKind } from '../../core/records/record-kind.ts'
import { planAuthorSeal, planVerdictSeals } from '../../core/records/record-seals.ts'
import type { TrustAtBase } from '../../core/records/trust-policy.ts'
import type { RecordsWorld } from './open-place.ts'
import type { RecordFile } from './record-file.ts'

export type JudgedSeals = {
  /** By place in the list of verdicts; a verdict without a seal is left out. */
  readonly verdicts: ReadonlyMap<number, Attestation>
  /** Null for a kind without verdicts, and for what does not parse. */
  readonly author: Attestation | null
}

/** Judges every seal of a record (records.md 14.6): here where the key is Ed25519, else by `ssh-keygen`. */
export async function judgeSeals(
  world: Pick<RecordsWorld, 'signatures'>,
  file: RecordFile,
  { kind, trust }: { readonly kind: RecordKind; readonly trust: TrustAtBase },
): Promise<JudgedSeals> {
  const verdicts = new Map<number, Attestation>()
  for (const [index, step] of planVerdictSeals(file, kind, trust)) {
    verdicts.set(index, settleHere(step) ?? (await settle(world, step)))
  }
  const author = planAuthorSeal(file, kind, trust)
  return { verdicts, author: author === null ? null : (settleHere(author) ?? (await settle(world, author))) }
}

function settleHere(step: SealStep): Attestation | null {
  if (step.kind === 'settled') return step.attestation
  const answer = answerSeal(step)
  return answer === null ? null : settleSeal(step, answer)
}

async function settle(world: Pick<RecordsWorld, 'signatures'>, step: SealStep): Promise<Attestation> {
  return step.kind === 'settled' ? step.attestation : settleSeal(step, await ask(world, step))
}

async function ask(
  { signatures }: Pick<RecordsWorld, 'signatures'>,
  step: Exclude<SealStep, { kind: 'settled' }>,
): Promise<SignatureAnswer> {
  const { namespace, signature, payload } = step
  const [allowedSigners, signer] = step.kind === 'verify' ? [step.allowedSigners, step.signer] : [null, '']
  const bytes = new TextEncoder().encode(payload)
  const answer = await signatures.judge({ allowedSigners, signer, namespace, signature, bytes })
  return answer === 'unavailable' ? { kind: answer } : { kind: answer, key: null }
}
