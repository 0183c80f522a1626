import { createHash } from 'node:crypto'
import { isTokenObject, type TokenObject, type TokenValue } from '../codec/token-json.ts'

const SCHEME = 'sshsig'
export const NAMESPACE = 'hpp'
const ARMOR = '-----BEGIN SSH SIGNATURE-----'
const SIGNER = /^[A-Za-z0-9][A-Za-z0-9._:@+-]{0,127}$/

/** Whether a text may name a signer: 1 to 128 of ASCII letters, digits and `._:@+-`, a letter or digit first. */
export function isSignerName(text: string): boolean {
  return SIGNER.test(text)
}

/** The `signature` of a record (protocol-a 8), over exactly the UTF-8 bytes of `text`. */
export function signatureBlock(signed: {
  readonly signer: string
  readonly text: string
  readonly signature: string
}): TokenObject {
  const { signer, text, signature } = signed
  return { scheme: SCHEME, namespace: NAMESPACE, signer, sha256: sha256Of(text), signature }
}

/** What a block says by itself: worth asking the keys about, or refused with its reason before any key is looked at. */
export type BlockReading =
  | { readonly kind: 'sound'; readonly signer: string; readonly sha256: string; readonly signature: string }
  | { readonly kind: 'refused'; readonly signer: string | null; readonly detail: string }

/** Reads the block of a record whose signed bytes are `text` now. The block is hostile. */
export function readSignatureBlock(block: TokenValue, text: string): BlockReading {
  const { scheme, namespace, signer, sha256, signature } = isTokenObject(block) ? block : ({} as TokenObject)
  const named = typeof signer === 'string' && isSignerName(signer) ? signer : null
  const refused = (detail: string): BlockReading => ({ kind: 'refused', signer: named, detail })
  if (scheme !== SCHEME) return refused(`the signature's scheme must be ${SCHEME}`)
  if (namespace !== NAMESPACE) return refused(`the signature's namespace must be ${NAMESPACE}`)
  if (named === null) return refused("the signature's signer is no name of a signer")
  if (typeof signature !== 'string' || !signature.startsWith(ARMOR)) return refused(`the signature has no ${ARMOR}`)
  const now = sha256Of(text)
  if (sha256 !== now) return refused('the signed bytes changed: their hash is not the one that was signed')
  return { kind: 'sound', signer: named, sha256: now, signature }
}

/** The signer that a block names, whatever else it holds; null where that is no name. For showing, never for trust. */
export function signerOf(block: TokenValue): string | null {
  const signer = isTokenObject(block) ? block['signer'] : null
  return typeof signer === 'string' && isSignerName(signer) ? signer : null
}

function sha256Of(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
