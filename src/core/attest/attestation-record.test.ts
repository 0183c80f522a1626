import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { indentedTokenJson } from '../codec/token-json.ts'
import {
  attestationRecord,
  type RecordedEntry,
  repositoryId,
  signedText,
  snapshotDigest,
} from './attestation-record.ts'

type Example = {
  readonly entries: readonly RecordedEntry[]
  readonly digest: string
  readonly repo_id_without_remote: { readonly directory: string; readonly id: string }
  readonly repo_id_with_remote: { readonly 'remote.origin.url': string; readonly id: string }
}
const VECTORS = JSON.parse(readFileSync('test/vectors/hpp-evidence.json', 'utf8')) as {
  readonly attestation_snapshot_example: Example
}
const EXAMPLE = VECTORS.attestation_snapshot_example

const record = attestationRecord({
  repo: { name: 'wörk', id: repositoryId('work', null) },
  baseCommit: 'c'.repeat(40),
  spec: { path: 'SPEC.md', sha256: EXAMPLE.entries[0]?.sha256 ?? '' },
  actors: { maker: 'Ana "ü"', checker: 'bo' },
  session: 's1',
  verdict: 'approved',
  entries: EXAMPLE.entries,
  bindings: null,
  anchor: null,
})

describe('the record of an attestation', () => {
  it('has the digests of the original', () => {
    const { digest, repo_id_without_remote: bare, repo_id_with_remote: remote } = EXAMPLE
    expect(snapshotDigest(EXAMPLE.entries)).toBe(digest)
    expect(repositoryId(bare.directory, null)).toBe(bare.id)
    expect(repositoryId('work', remote['remote.origin.url'])).toBe(remote.id)
  })

  it('is the original to the byte, where nothing of ours is asked for', () => {
    expect(indentedTokenJson(record)).toBe(readFileSync('test/cases/attestation-record.json', 'utf8'))
  })

  it('is signed over its canonical bytes, without the signature', () => {
    const hash = createHash('sha256')
      .update(signedText({ ...record, signature: 'x' }))
      .digest('hex')
    expect(hash).toBe('3d4e6d90c37a5ba750276a11ece1845bbdd052e8e751dc9f3d7a06050f2cd0ad')
  })

  it('keeps nothing of a snapshot but what the original knows', () => {
    const entries = EXAMPLE.entries.map((entry) => ({ ...entry, executable: true }))
    expect(snapshotDigest(entries)).toBe(EXAMPLE.digest)
  })
})
