import { isTokenObject, parseTokenJson, type TokenObject } from '../../core/codec/token-json.ts'
import { EVIDENCE_SCHEMA } from '../../core/evidence/evidence-record.ts'
import { type Freshness, readRecordedTree } from '../../core/evidence/recorded-tree.ts'
import { hashedText, type RecordReading, readRecord } from '../../core/evidence/verify-record.ts'
import { Refusal } from '../../core/fault.ts'
import { MUTATION_SCHEMA } from '../../core/mutation/mutation-record.ts'
import { checkSignature } from '../sign/check-signature.ts'
import type { World } from '../world.ts'
import type { EvidenceVerification } from './evidence-verification.ts'
import { compareTree } from './tree-now.ts'
import { verifyMutation } from './verify-mutation.ts'

/**
 * Whether a record is whole and the artifacts it names are still what they were: `valid`, `stale` where the tree has moved
 * since, `not-evidence` for an intact record of a run that did not pass, else `blocked` (protocol-a 6.6). The workspace is
 * the folder of the command. A mutation record is verified too (ours).
 */
export async function verifyEvidence(
  world: VerifyReach,
  input: { readonly file: string; readonly allowedSigners: string | null },
): Promise<EvidenceVerification> {
  const record = await readRecordFile(world, input.file)
  const verify = record['schema'] === MUTATION_SCHEMA ? verifyMutation : verifyRecord
  return verify(world, { ...input, record })
}

/** The same for a record that was read. */
export async function verifyRecord(
  world: VerifyReach,
  input: { readonly file: string; readonly record: TokenObject; readonly allowedSigners: string | null },
): Promise<EvidenceVerification> {
  const { file, record, allowedSigners } = input
  const reading = readRecord(record)
  const found = reading.kind === 'problem' ? NOTHING : await lookAtFiles(world, reading.files)
  const freshness = await freshnessFor(world, record, reading)
  const signature = await checkSignature(world, {
    block: record['signature'],
    text: hashedText(record),
    allowedSigners,
  })
  const problems = [
    ...(reading.kind === 'problem' ? [reading.problem] : []),
    ...countOf(found.changed, 'changed'),
    ...countOf(found.missing, 'missing'),
    ...(signature.status === 'refused' ? [`the signature is refused: ${signature.detail}`] : []),
  ]
  const verdict = reading.kind === 'sound' ? reading.verdict : null
  const hasPassed = problems.length > 0 || verdict === 'passed'
  // A record of a tree that cannot be compared is not one of this tree.
  const isStale = freshness.kind === 'stale' || (freshness.kind === 'unknown' && readRecordedTree(record) !== null)
  return {
    kind: 'evidence-verification',
    file,
    status: problems.length > 0 ? 'blocked' : hasPassed ? (isStale ? 'stale' : 'valid') : 'not-evidence',
    id: textOf(record['id']),
    verdict: textOf(record['verdict']),
    baseCommit: textOf(record['base_commit']),
    problems: hasPassed ? problems : [`verdict: ${verdict}`],
    ...found,
    freshness,
    signature,
  }
}

export type VerifyReach = Pick<World, 'cwd' | 'files' | 'evidence' | 'git' | 'snapshots' | 'signatures'>

async function freshnessFor(world: VerifyReach, record: TokenObject, reading: RecordReading): Promise<Freshness> {
  if (reading.kind === 'problem') return { kind: 'unknown', why: 'the record cannot be trusted' }
  const recorded = { tree: readRecordedTree(record), baseCommit: textOf(record['base_commit']) }
  return compareTree(
    world,
    recorded,
    reading.files.map(({ path }) => path),
  )
}

const NOTHING = { changed: [], missing: [] }

async function readRecordFile({ cwd, files }: Pick<World, 'cwd' | 'files'>, file: string): Promise<TokenObject> {
  const text = await files.readText(file.startsWith('/') ? file : `${cwd}/${file}`)
  if (text === null) throw refusal('missing', `evidence record not found: ${file}`)
  const parsed = parseTokenJson(text, { file })
  if (!parsed.ok) throw refusal('not-json', `the evidence record is not JSON: ${parsed.faults[0]?.message}`)
  if (!isTokenObject(parsed.value)) throw refusal('bad-shape', 'the evidence record must be an object')
  if (parsed.value['schema'] !== EVIDENCE_SCHEMA && parsed.value['schema'] !== MUTATION_SCHEMA) {
    throw refusal('bad-schema', `its schema must be ${EVIDENCE_SCHEMA} or ${MUTATION_SCHEMA}`)
  }
  return parsed.value
}

function refusal(code: string, message: string): Refusal {
  return new Refusal({ code: `evidence/${code}`, message })
}

async function lookAtFiles(
  { cwd, evidence }: Pick<World, 'cwd' | 'evidence'>,
  files: readonly { readonly path: string; readonly sha256: string }[],
) {
  const changed: string[] = []
  const missing: string[] = []
  for (const { path, sha256 } of files) {
    const now = await evidence.hash(cwd, path)
    if (now === null) missing.push(path)
    else if (now !== sha256) changed.push(path)
  }
  return { changed, missing }
}

function countOf(paths: readonly string[], what: string): readonly string[] {
  return paths.length === 0 ? [] : [`${paths.length} artifact(s) ${what}`]
}

function textOf(value: TokenObject[string] | undefined): string | null {
  return typeof value === 'string' ? value : null
}
