import type { SealStep, SignatureAnswer } from './check-seal.ts'
import { readSshSignature } from './record-seal-sshsig.ts'

const LIST_OF_NAMES = /^[^*?!]*$/

/**
 * What a signature says, judged here: Ed25519 keys are, and of the others what no program is needed for. Null where only
 * `ssh-keygen` can tell.
 */
export function answerSeal(step: Exclude<SealStep, { kind: 'settled' }>): SignatureAnswer | null {
  const { namespace, payload } = step
  const signature = readSshSignature(step.signature)
  if (signature === null) return { kind: 'bad', key: null }
  const { fingerprint: key } = signature
  if (step.kind === 'verify') {
    const lines = step.signers.filter((line) => line.key === signature.key)
    if (lines.length === 0) return { kind: 'bad', key }
    // A list of namespaces may hold patterns, and those are ssh-keygen's to match.
    if (lines.some(({ namespaces }) => namespaces !== null && !LIST_OF_NAMES.test(namespaces))) return null
    const isAllowed = lines.some(({ namespaces }) => namespaces?.split(',').includes(namespace) ?? true)
    if (!isAllowed) return { kind: 'bad', key }
  }
  const state = signature.state(namespace, payload)
  if (state === 'unknown') return null
  return { kind: state === 'holds' ? 'good' : 'bad', key }
}
