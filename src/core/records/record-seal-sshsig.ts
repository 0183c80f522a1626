import { createHash, createPublicKey, verify } from 'node:crypto'

/** `unknown`: a kind of key that only ssh-keygen can judge. */
export type SignatureState = 'holds' | 'broken' | 'unknown'

export type SshSignature = {
  readonly keyType: string
  /** The public key as ssh writes it, in base64. */
  readonly key: string
  /** `SHA256:…`, for showing: whoever signs chooses the key, so it proves nothing. */
  readonly fingerprint: string
  state(namespace: string, text: string): SignatureState
}

const ARMOR = /^-----BEGIN SSH SIGNATURE-----\n([A-Za-z0-9+/=\n]+)\n-----END SSH SIGNATURE-----\n?$/
const MAGIC = Buffer.from('SSHSIG')
const VERSION = 1
const ED25519 = 'ssh-ed25519'
const KEY_BYTES = 32
const SIGNATURE_BYTES = 64

/**
 * Reads an armored ssh signature (OpenSSH, PROTOCOL.sshsig) and judges ed25519 ones without a process; `ssh-keygen -Y
 * check-novalidate` is the rule it follows. Null for what is no signature.
 */
export function readSshSignature(armored: string): SshSignature | null {
  const base64 = ARMOR.exec(armored)?.[1]
  const blob = base64 === undefined ? null : Buffer.from(base64.replaceAll('\n', ''), 'base64')
  if (blob === null || !blob.subarray(0, MAGIC.length).equals(MAGIC) || blob.length < MAGIC.length + 4) return null
  if (blob.readUInt32BE(MAGIC.length) !== VERSION) return null
  const parts = readStrings(blob.subarray(MAGIC.length + 4), 5)
  if (parts === null) return null
  const [key, namespace, reserved, hash, signature] = parts as [Buffer, Buffer, Buffer, Buffer, Buffer]
  const keyParts = readStrings(key, 2)
  const keyType = firstString(key)
  if (keyType === null) return null
  return {
    keyType,
    key: key.toString('base64'),
    fingerprint: `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`,
    state: (wanted, text) => {
      if (namespace.toString('utf8') !== wanted) return 'broken'
      if (keyType !== ED25519) return 'unknown'
      const algorithm = hash.toString('latin1')
      const raw = readStrings(signature, 2)
      const publicKey = keyParts?.[1]
      if (algorithm !== 'sha256' && algorithm !== 'sha512') return 'broken'
      if (raw?.[0]?.toString('latin1') !== ED25519 || raw[1]?.length !== SIGNATURE_BYTES) return 'broken'
      if (publicKey?.length !== KEY_BYTES) return 'broken'
      const digest = createHash(algorithm).update(text, 'utf8').digest()
      const signed = Buffer.concat([MAGIC, ...[namespace, reserved, hash, digest].map(asString)])
      return verify(null, signed, ed25519Key(publicKey), raw[1]) ? 'holds' : 'broken'
    },
  }
}

function firstString(blob: Buffer): string | null {
  if (blob.length < 4 || blob.length < 4 + blob.readUInt32BE(0)) return null
  return blob.subarray(4, 4 + blob.readUInt32BE(0)).toString('latin1')
}

/** Exactly so many strings of a length and bytes, and nothing behind them. */
function readStrings(blob: Buffer, count: number): readonly Buffer[] | null {
  const strings: Buffer[] = []
  let at = 0
  for (let index = 0; index < count; index += 1) {
    if (at + 4 > blob.length) return null
    const end = at + 4 + blob.readUInt32BE(at)
    if (end > blob.length) return null
    strings.push(blob.subarray(at + 4, end))
    at = end
  }
  return at === blob.length ? strings : null
}

function asString(bytes: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(bytes.length)
  return Buffer.concat([length, bytes])
}

function ed25519Key(bytes: Buffer): ReturnType<typeof createPublicKey> {
  return createPublicKey({ format: 'jwk', key: { kty: 'OKP', crv: 'Ed25519', x: bytes.toString('base64url') } })
}
