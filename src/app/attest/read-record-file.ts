import { ATTESTATION_SCHEMA } from '../../core/attest/attestation-record.ts'
import { isTokenObject, parseTokenJson, type TokenObject } from '../../core/codec/token-json.ts'
import { Refusal } from '../../core/fault.ts'
import type { World } from '../world.ts'
import { absolute } from './open-repository.ts'

/** A record lists every file: 100,000 of them are about 20 MB. */
export const RECORD_BYTES_MAX = 256 * 1024 * 1024

/** A file that is an attestation by its schema; everything else is a Refusal. */
export async function readRecordFile({ cwd, files }: Pick<World, 'cwd' | 'files'>, file: string): Promise<TokenObject> {
  const text = await files.readText(absolute(cwd, file), RECORD_BYTES_MAX)
  if (text === null) throw refusal('missing', `attestation not found: ${file}`)
  const parsed = parseTokenJson(text, { file })
  if (!parsed.ok) throw refusal('not-json', `the attestation is not JSON: ${parsed.faults[0]?.message}`)
  if (isTokenObject(parsed.value) && parsed.value['schema'] === ATTESTATION_SCHEMA) return parsed.value
  throw refusal('bad-schema', `its schema must be ${ATTESTATION_SCHEMA}`)
}

function refusal(code: string, message: string): Refusal {
  return new Refusal({ code: `attest/${code}`, message })
}
