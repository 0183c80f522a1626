import type { TokenObject } from '../../core/codec/token-json.ts'
import { hashedText } from '../../core/evidence/verify-record.ts'
import { readMutationRecord } from '../../core/mutation/verify-mutation.ts'
import { checkSignature } from '../sign/check-signature.ts'
import type { World } from '../world.ts'
import type { EvidenceVerification } from './evidence-verification.ts'

/**
 * Whether a mutation record is whole: `valid` for a sensitive criterion, `not-evidence` for an intact record of another
 * verdict, else `blocked`.
 */
export async function verifyMutation(
  world: Pick<World, 'cwd' | 'files' | 'signatures'>,
  input: { readonly file: string; readonly record: TokenObject; readonly allowedSigners: string | null },
): Promise<EvidenceVerification> {
  const { file, record, allowedSigners } = input
  const reading = readMutationRecord(record)
  const question = { block: record['signature'], text: hashedText(record), allowedSigners }
  const signature = await checkSignature(world, question)
  const problems = [
    ...(reading.kind === 'problem' ? [reading.problem] : []),
    ...(signature.status === 'refused' ? [`the signature is refused: ${signature.detail}`] : []),
  ]
  const isSensitive = reading.kind === 'sound' && reading.verdict === 'sensitive'
  const status = problems.length > 0 ? 'blocked' : isSensitive ? 'valid' : 'not-evidence'
  const { id, verdict, base_commit: baseCommit } = record
  return {
    kind: 'evidence-verification',
    file,
    status,
    id: typeof id === 'string' ? id : null,
    verdict: typeof verdict === 'string' ? verdict : null,
    baseCommit: typeof baseCommit === 'string' ? baseCommit : null,
    problems: status === 'not-evidence' ? [`verdict: ${String(verdict)}`] : problems,
    changed: [],
    missing: [],
    freshness: { kind: 'unknown', why: 'a mutation record is bound to no tree' },
    signature,
  }
}
