import type { TokenValue } from '../../core/codec/token-json.ts'
import { Refusal } from '../../core/fault.ts'
import { NAMESPACE, readSignatureBlock, signerOf } from '../../core/sign/signature-block.ts'
import type { World } from '../world.ts'

/** What is known of a record's signature (the table of protocol-a 8). `detail` may hold text of another program. */
export type SignatureReport =
  | { readonly status: 'not-signed' }
  | { readonly status: 'not-verified' | 'refused'; readonly signer: string | null; readonly detail: string }
  | { readonly status: 'verified'; readonly signer: string; readonly sha256: string }

export type SignatureQuestion = {
  /** The record's `signature`; undefined or null where it has none. */
  readonly block: TokenValue | undefined
  /** The text whose bytes the signature has to cover. */
  readonly text: string
  /** The file of allowed signers, relative to the folder of the command; null where nobody asked. */
  readonly allowedSigners: string | null
}

/**
 * Judges the signature of a record. With a file of allowed signers everything but `verified` has to block; without one
 * the signature is not looked at, and the report says so.
 */
export async function checkSignature(
  world: Pick<World, 'cwd' | 'files' | 'signatures'>,
  { block = null, text, allowedSigners }: SignatureQuestion,
): Promise<SignatureReport> {
  if (allowedSigners === null) return block === null ? { status: 'not-signed' } : notAsked(signerOf(block))
  if (block === null) return refused(null, 'the record is not signed')
  const reading = readSignatureBlock(block, text)
  if (reading.kind === 'refused') return refused(reading.signer, reading.detail)
  const { signer, sha256, signature } = reading
  const file = allowedSigners.startsWith('/') ? allowedSigners : `${world.cwd}/${allowedSigners}`
  if ((await world.files.kindOf(file)) !== 'file') {
    return refused(signer, `allowed signers file not found: ${allowedSigners}`)
  }
  const check = await ask(world, { allowedSigners: file, signer, signature, text })
  return check.accepted ? { status: 'verified', signer, sha256 } : refused(signer, check.detail)
}

function notAsked(signer: string | null): SignatureReport {
  const detail = 'the record is signed, but the signature was not checked: no file of allowed signers was given'
  return { status: 'not-verified', signer, detail }
}

function refused(signer: string | null, detail: string): SignatureReport {
  return { status: 'refused', signer, detail }
}

/** A machine that cannot check, such as one without the program, is a signature that is refused. */
async function ask(
  { signatures }: Pick<World, 'signatures'>,
  asked: {
    readonly allowedSigners: string
    readonly signer: string
    readonly signature: string
    readonly text: string
  },
) {
  const { text, ...rest } = asked
  try {
    return await signatures.verify({ ...rest, namespace: NAMESPACE, bytes: new TextEncoder().encode(text) })
  } catch (error) {
    if (error instanceof Refusal) return { accepted: false as const, detail: error.message }
    throw error
  }
}
