import type { TokenObject } from '../../core/codec/token-json.ts'
import { Refusal } from '../../core/fault.ts'
import { isSignerName, NAMESPACE, signatureBlock } from '../../core/sign/signature-block.ts'
import type { World } from '../world.ts'
import type { SigningKey } from '../world-signatures.ts'

/**
 * The key that a command was told to sign with, once it is known that it can: asked before anything that takes long or
 * writes. Null where there is no `signKey`; a signer alone is ignored (protocol-a 6.1).
 */
export async function prepareKey(
  { cwd, signatures }: Pick<World, 'cwd' | 'signatures'>,
  { signKey, signer }: { readonly signKey: string | null; readonly signer: string | null },
): Promise<SigningKey | null> {
  if (signKey === null) return null
  if (signer === null || !isSignerName(signer)) {
    throw new Refusal({
      code: 'sign/bad-signer',
      message: 'signer must be 1 to 128 letters, digits or ._:@+-, and begin with a letter or digit',
      hint: 'name the owner of the key with --signer, as the file of allowed signers does',
    })
  }
  const key = { file: signKey.startsWith('/') ? signKey : `${cwd}/${signKey}`, signer }
  await signatures.prepare(key)
  return key
}

/** The `signature` block of a record whose signed bytes are those of `text`. */
export async function signRecord(
  { signatures }: Pick<World, 'signatures'>,
  key: SigningKey,
  text: string,
): Promise<TokenObject> {
  const signature = await signatures.sign(key, NAMESPACE, new TextEncoder().encode(text))
  return signatureBlock({ signer: key.signer, text, signature })
}
