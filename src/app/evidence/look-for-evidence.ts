import type { CheckOf } from '../../core/decisions/check.ts'
import type { EvidenceResult, WorkspaceFacts } from '../../core/decisions/evaluate-workspace.ts'
import { Refusal } from '../../core/fault.ts'
import { type EvidenceReach, findEvidence } from './find-evidence.ts'

/** The evidence that checks demand, as they ask for it. What cannot be looked at is lacking, with the reason. */
export async function lookForEvidence(
  reach: EvidenceReach,
  wanted: readonly CheckOf<'evidence_required'>[],
): Promise<WorkspaceFacts['evidenceResult']> {
  const results = await findOrSayWhy(reach, wanted)
  return (check) => {
    const at = wanted.indexOf(check)
    return results[at] ?? lacking('nothing was looked for')
  }
}

async function findOrSayWhy(reach: EvidenceReach, wanted: readonly CheckOf<'evidence_required'>[]) {
  if (wanted.length === 0) return []
  try {
    return await findEvidence(reach, wanted)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const result = lacking(error.message)
    return wanted.map(() => result)
  }
}

function lacking(why: string): EvidenceResult {
  return { kind: 'lacking', why, run: 'bylaw evidence list' }
}
