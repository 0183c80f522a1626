import { bareSignature, inTotoStatement, PAYLOAD_TYPE, preAuthentication } from '../../core/attest/in-toto.ts'
import { readAttestation } from '../../core/attest/read-attestation.ts'
import { canonicalTokenJson } from '../../core/codec/token-json.ts'
import { Refusal } from '../../core/fault.ts'
import { NAMESPACE } from '../../core/sign/signature-block.ts'
import { prepareKey } from '../sign/sign-record.ts'
import type { World } from '../world.ts'
import { readRecordFile } from './read-record-file.ts'

/** A DSSE envelope. */
export type Envelope = {
  readonly payloadType: string
  readonly payload: string
  readonly signatures: readonly { readonly keyid: string; readonly sig: string }[]
}

export type ExportedAttestation = { readonly kind: 'exported-attestation'; readonly envelope: Envelope }

/**
 * A record as others' tools read it: a DSSE envelope with an in-toto Statement. Nothing is verified: the statement says
 * what the record says. Signed anew, as an envelope's signature covers other bytes than a record's.
 */
export async function exportAttestation(
  world: Pick<World, 'cwd' | 'files' | 'signatures'>,
  input: { readonly file: string; readonly signKey: string | null; readonly signer: string | null },
): Promise<ExportedAttestation> {
  const record = await readRecordFile(world, input.file)
  const reading = readAttestation(record)
  const statement = inTotoStatement(record, reading)
  if (statement === null) {
    throw new Refusal({ code: 'attest/not-whole', message: 'the record is not whole: its commit, files or bindings' })
  }
  const payload = canonicalTokenJson(statement)
  const key = await prepareKey(world, {
    signKey: input.signKey,
    signer: input.signer ?? reading.actors?.checker ?? null,
  })
  const bytes = new TextEncoder().encode(preAuthentication(payload))
  const signature = key === null ? null : { keyid: key.signer, sig: await world.signatures.sign(key, NAMESPACE, bytes) }
  return {
    kind: 'exported-attestation',
    envelope: {
      payloadType: PAYLOAD_TYPE,
      payload: Buffer.from(payload).toString('base64'),
      signatures: signature === null ? [] : [{ ...signature, sig: bareSignature(signature.sig) }],
    },
  }
}
