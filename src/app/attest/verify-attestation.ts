import { signedText, snapshotDigest } from '../../core/attest/attestation-record.ts'
import { type Bindable, boundWords, NOTHING_BOUND } from '../../core/attest/bindings.ts'
import { changeCause } from '../../core/attest/change-cause.ts'
import { judgeAttestation } from '../../core/attest/judge-attestation.ts'
import type { MovedPath } from '../../core/attest/moved-paths.ts'
import { type RecordReading, readAttestation } from '../../core/attest/read-attestation.ts'
import { byCodePoint } from '../../core/codec/token-json.ts'
import { checkSignature, type SignatureReport } from '../sign/check-signature.ts'
import type { World } from '../world.ts'
import { lookAtBindings } from './look-at-bindings.ts'
import { holdsRecords, notCovered } from './not-covered.ts'
import { absolute, openRepository, takeSnapshot } from './open-repository.ts'
import { readRecordFile } from './read-record-file.ts'

export type AttestationVerification = {
  readonly kind: 'attestation-verification'
  readonly file: string
  readonly status: 'valid' | 'blocked'
  /** As the record says, whoever that is. */
  readonly checker: string | null
  /** The words of `--bind` that the record was made with. */
  readonly bound: readonly Bindable[]
  /** Whether `.hpp/` is part of what is bound: the next event or record there then ends the approval. */
  readonly holdsRecords: boolean
  readonly mismatches: readonly string[]
  readonly reasons: readonly string[]
  /** The paths that moved, and why where that can be told. */
  readonly moved: readonly (MovedPath & { readonly cause: string | null })[]
  /** Of now. */
  readonly baseCommit: string | null
  readonly snapshotDigest: string
  readonly signature: SignatureReport
  /** What this record cannot say. */
  readonly notices: readonly string[]
}

type Verifying = Pick<World, 'cwd' | 'files' | 'git' | 'evidence' | 'snapshots' | 'signatures' | 'workTrees'>

/** Whether a recorded approval holds for the work tree as it is now (protocol-a 9). */
export async function verifyAttestation(
  world: Verifying,
  input: { readonly file: string; readonly repo: string | null; readonly allowedSigners: string | null },
): Promise<AttestationVerification> {
  const raw = await readRecordFile(world, input.file)
  const record = readAttestation(raw)
  const repository = await openRepository(world, input.repo)
  const { top, repo, head } = repository
  const entries = await takeSnapshot(world, top, await world.files.resolve(absolute(world.cwd, input.file)))
  const words = boundWords(record.bindings ?? NOTHING_BOUND)
  const { bindings } = await lookAtBindings(world, repository, { entries, words })
  const specSha256 = record.spec === null ? null : await world.evidence.hash(top, record.spec.path)
  const judged = judgeAttestation(record, { repo, head, specSha256, entries, bindings })
  const { allowedSigners } = input
  const signature = await checkSignature(world, { block: raw['signature'], text: signedText(raw), allowedSigners })
  const isRefused = allowedSigners !== null && signature.status !== 'verified'
  const mismatches = [...judged.mismatches, ...(isRefused ? ['signature'] : [])].sort(byCodePoint)
  return {
    kind: 'attestation-verification',
    file: input.file,
    status: mismatches.length === 0 ? 'valid' : 'blocked',
    checker: record.actors?.checker ?? null,
    bound: words,
    holdsRecords: holdsRecords(entries, words),
    mismatches,
    reasons: [
      ...judged.reasons,
      ...(signature.status === 'refused' ? [`the signature is refused: ${signature.detail}`] : []),
    ],
    moved: judged.mismatches.includes('snapshot_digest') ? await explain(world, top, judged.moved) : [],
    baseCommit: head,
    snapshotDigest: snapshotDigest(entries),
    signature,
    notices: [
      ...aboutSignature(signature),
      ...aboutCommit(record, head),
      ...(await notCovered(world, top, { entries, words })),
    ],
  }
}

/** Files are read again only to say why they differ: a few, where something is wrong already. */
const EXPLAINED_MAX = 50

async function explain({ workTrees }: Pick<World, 'workTrees'>, top: string, moved: readonly MovedPath[]) {
  if (moved.length === 0) return []
  const tree = await workTrees.open(top)
  return moved.map((one, at) => {
    const text = at < EXPLAINED_MAX && one.kind === 'changed' ? tree.readText(one.path) : null
    return { ...one, cause: text === null ? null : changeCause(one.recordedSha256 ?? '', text) }
  })
}

function aboutSignature({ status }: SignatureReport): readonly string[] {
  if (status === 'not-signed') return ['not signed: whoever can write the file can change what it says']
  if (status !== 'not-verified') return []
  return ['signed, but nobody checked: the signature means nothing until --allowed-signers FILE is given']
}

function aboutCommit({ bindings, baseCommit }: RecordReading, head: string | null): readonly string[] {
  if ((bindings?.treeSha256 ?? null) === null || baseCommit === head) return []
  return ['the files on the disk are bound, not the commit: HEAD is another than at the approval']
}
