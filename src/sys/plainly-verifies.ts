import { readFileSync, statSync } from 'node:fs'
import type { Signatures } from '../app/world-signatures.ts'
import { plainlyAllows } from '../core/sign/allowed-signers.ts'
import { encodeSignedData, parseSshSignature } from '../core/sign/sshsig.ts'
import { lazyBuiltin } from './lazy-builtin.ts'

/** More than any time zone, and any two opinions about one, are apart. */
const MARGIN_MS = 48 * 3_600_000
const SIGNERS_MAX_BYTES = 1024 * 1024
/** What comes before the 32 bytes of an Ed25519 key in its SubjectPublicKeyInfo (RFC 8410). */
const KEY_PREFIX = Buffer.from('302a300506032b6570032100', 'hex')

export type VerifyRequest = Parameters<Signatures['verify']>[0]

/**
 * Whether a signature is good by what this process sees itself, which takes less than a tenth of the time. False is
 * no verdict: `ssh-keygen` is asked, also for its words.
 */
export function plainlyVerifies(request: VerifyRequest, now: Date): boolean {
  const signature = parseSshSignature(request.signature)
  if (signature === null || signature.namespace !== request.namespace) return false
  const { signer, namespace } = request
  const signers = readSigners(request.allowedSigners)
  const times = { surelyPast: stamp(now.getTime() - MARGIN_MS), surelyFuture: stamp(now.getTime() + MARGIN_MS) }
  if (!plainlyAllows(signers, { signer, namespace, keyText: signature.keyText, ...times })) return false
  const { createHash, createPublicKey, verify } = lazyBuiltin('node:crypto')
  const digest = createHash(signature.hash).update(request.bytes).digest()
  const der = Buffer.concat([KEY_PREFIX, signature.publicKey])
  const key = createPublicKey({ key: der, format: 'der', type: 'spki' })
  return verify(null, encodeSignedData(signature, digest), key, signature.signature)
}

/** One character a byte. Nothing where the file is too long to be read here or not readable: that is told by `ssh-keygen`. */
function readSigners(file: string): string {
  try {
    return statSync(file).size > SIGNERS_MAX_BYTES ? '' : readFileSync(file, 'latin1')
  } catch {
    return ''
  }
}

/** `YYYYMMDDHHMMSS` */
function stamp(timeMs: number): string {
  return new Date(timeMs).toISOString().replace(/\D/g, '').slice(0, 14)
}
