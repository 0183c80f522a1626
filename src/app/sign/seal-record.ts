import type { TokenObject } from '../../core/codec/token-json.ts'
import { hashedText } from '../../core/evidence/verify-record.ts'
import { Refusal } from '../../core/fault.ts'
import type { World } from '../world.ts'
import type { SigningKey } from '../world-signatures.ts'
import { signRecord } from './sign-record.ts'

export type SealedRecord = { readonly record: TokenObject; readonly signError: string | null }

/**
 * The record of a run with its signature, where there is a key. A run that took long is not lost because its key failed
 * in the meantime: the record is kept without a signature.
 */
export async function sealRecord(
  world: Pick<World, 'signatures'>,
  key: SigningKey | null,
  record: TokenObject,
): Promise<SealedRecord> {
  if (key === null) return { record, signError: null }
  try {
    return { record: { ...record, signature: await signRecord(world, key, hashedText(record)) }, signError: null }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { record, signError: error.message }
  }
}
