const ARMOR = /^-----BEGIN SSH SIGNATURE-----\n((?:[A-Za-z0-9+/=]+\n)+)-----END SSH SIGNATURE-----\n?$/
const ARMOR_MAX_LENGTH = 16_384
const MAGIC = Buffer.from('SSHSIG')
const KEY_TYPE = 'ssh-ed25519'
const KEY_BYTES = 32
const SIGNATURE_BYTES = 64

export type SshHash = 'sha256' | 'sha512'

/** An SSH signature made with an Ed25519 key. */
export type SshSignature = {
  /** The 32 bytes of the key that claims to have signed. */
  readonly publicKey: Buffer
  /** The key as an allowed signers file writes it, in Base64. */
  readonly keyText: string
  readonly namespace: string
  readonly hash: SshHash
  readonly signature: Buffer
}

/**
 * Reads an armored SSHSIG (OpenSSH, PROTOCOL.sshsig) made with an Ed25519 key and written the one way `ssh-keygen` writes
 * it. Null says nothing about the signature: another key type or another spelling is `ssh-keygen`'s to judge.
 */
export function parseSshSignature(armored: string): SshSignature | null {
  const text = armored.length > ARMOR_MAX_LENGTH ? undefined : ARMOR.exec(armored)?.[1]?.replaceAll('\n', '')
  const blob = text === undefined ? null : decodeBase64(text)
  if (blob === null || !blob.subarray(0, 10).equals(Buffer.concat([MAGIC, uint32(1)]))) return null
  const fields = readStrings(blob.subarray(10), 5)
  if (fields === null) return null
  const [key, namespace, reserved, hash, signed] = fields
  const publicKey = typed(key, KEY_BYTES)
  const signature = typed(signed, SIGNATURE_BYTES)
  const hashName = hash?.toString('latin1')
  if (publicKey === null || signature === null || reserved?.length !== 0) return null
  if (hashName !== 'sha256' && hashName !== 'sha512') return null
  const name = namespace?.toString('latin1') ?? ''
  if (!/^[\x21-\x7e]+$/.test(name)) return null
  return { publicKey, keyText: key?.toString('base64') ?? '', namespace: name, hash: hashName, signature }
}

/** What the key signed in truth: the namespace and the digest of the message, by the signature's own hash. */
export function encodeSignedData(signature: Pick<SshSignature, 'namespace' | 'hash'>, digest: Uint8Array): Buffer {
  return Buffer.concat([
    MAGIC,
    encodeString(Buffer.from(signature.namespace, 'latin1')),
    encodeString(Buffer.alloc(0)), // reserved
    encodeString(Buffer.from(signature.hash)),
    encodeString(digest),
  ])
}

/** Length first, as all of SSH writes bytes. */
function encodeString(bytes: Uint8Array): Buffer {
  return Buffer.concat([uint32(bytes.length), bytes])
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

/** Exactly `count` strings and nothing after them, else null. */
function readStrings(bytes: Buffer, count: number): Buffer[] | null {
  const found: Buffer[] = []
  let at = 0
  while (at + 4 <= bytes.length && found.length < count) {
    const end = at + 4 + bytes.readUInt32BE(at)
    if (end > bytes.length) return null
    found.push(bytes.subarray(at + 4, end))
    at = end
  }
  return at === bytes.length && found.length === count ? found : null
}

function typed(field: Buffer | undefined, size: number): Buffer | null {
  const [type, value] = (field && readStrings(field, 2)) ?? []
  return type?.toString('latin1') === KEY_TYPE && value?.length === size ? value : null
}

/** Base64 in its only canonical spelling, else null. */
function decodeBase64(text: string): Buffer | null {
  const bytes = Buffer.from(text, 'base64')
  return bytes.toString('base64') === text ? bytes : null
}
