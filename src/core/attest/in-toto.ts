import type { TokenObject } from '../codec/token-json.ts'
import type { RecordReading } from './read-attestation.ts'

export const PAYLOAD_TYPE = 'application/vnd.in-toto+json'
const PREDICATE_TYPE = 'urn:bylaw:attestation:v1'

/**
 * An in-toto Statement v1 about what a record binds, the whole record in it as the predicate. The digests are of their
 * own kinds, as none is the SHA-256 of one file's bytes. Null where the record is not whole enough to say what it is about.
 */
export function inTotoStatement(record: TokenObject, reading: RecordReading): TokenObject | null {
  const { baseCommit, snapshot, bindings } = reading
  if (baseCommit === null || snapshot === null || bindings === null) return null
  const tree = bindings.treeSha256 === null ? {} : { bylawTreeV1: bindings.treeSha256 }
  return {
    _type: 'https://in-toto.io/Statement/v1',
    subject: [{ name: 'worktree', digest: { gitCommit: baseCommit, hppSnapshotV1: snapshot.digest, ...tree } }],
    predicateType: PREDICATE_TYPE,
    predicate: record,
  }
}

/** DSSE's pre-authentication encoding: the text whose UTF-8 bytes are signed. Lengths count bytes. */
export function preAuthentication(payload: string): string {
  const { length } = new TextEncoder().encode(payload)
  return `DSSEv1 ${PAYLOAD_TYPE.length} ${PAYLOAD_TYPE} ${length} ${payload}`
}

/** The blob of an SSH signature in base64, without its armor. */
export function bareSignature(armored: string): string {
  return armored
    .split('\n')
    .filter((line) => !line.startsWith('-----'))
    .join('')
    .trim()
}
