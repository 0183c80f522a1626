import { floatNumber, type TokenObject, type TokenValue, wholeNumber } from '../codec/token-json.ts'
import { ANCHOR_KEY, type LogAnchor, renderAnchor } from '../events/anchor.ts'
import type { ArtifactGroup } from './judge-artifacts.ts'
import type { RecordedTree } from './recorded-tree.ts'
import { recordHash } from './verify-record.ts'

export const EVIDENCE_SCHEMA = 'hpp.evidence/v1'

export type EvidenceVerdict = 'passed' | 'missing-artifacts' | 'failed' | 'timeout' | 'could-not-start'

/** The output of a run: its measure, and where its beginning was kept. */
export type RecordedOutput = { readonly bytes: number; readonly sha256: string; readonly kept: string | null }

/** A finished run, before it becomes a record. */
export type EvidenceRun = {
  readonly id: string
  readonly argv: readonly string[]
  readonly baseCommit: string | null
  /** UTC, as `2026-11-02T12:00:00Z`. */
  readonly startedAt: string
  readonly durationMs: number
  readonly timeoutS: number
  readonly kind: 'exited' | 'timeout' | 'could-not-start'
  readonly exitCode: number | null
  readonly stdout: RecordedOutput
  readonly stderr: RecordedOutput
  readonly artifacts: readonly ArtifactGroup[]
  /** Null outside of git. */
  readonly tree: RecordedTree | null
  /** Why the tree could not be read after the run, else null. */
  readonly treeError: string | null
  readonly leftOver: readonly string[]
  /** The event log as it was; null where there is no event. */
  readonly anchor: LogAnchor | null
}

/** The verdict of a run (protocol-a 6.4). */
export function verdictOf(run: Pick<EvidenceRun, 'kind' | 'exitCode' | 'artifacts'>): EvidenceVerdict {
  if (run.kind !== 'exited') return run.kind
  if (run.exitCode !== 0) return 'failed'
  return missingPatterns(run.artifacts).length === 0 ? 'passed' : 'missing-artifacts'
}

export function missingPatterns(groups: readonly ArtifactGroup[]): readonly string[] {
  return groups.filter(({ files }) => files.length === 0).map(({ pattern }) => pattern)
}

/**
 * The record of a run that will lie at `path` below the workspace (protocol-a 6.5), with the hash of itself. Keys of
 * ours, which readers of the original pass over: `tree`, `tree_error`, `left_over`, `event_log`, `kept` of an output, `identical` and `outside` of a
 * group.
 */
export function evidenceRecord(run: EvidenceRun, path: string): TokenObject {
  const record: TokenObject = {
    schema: EVIDENCE_SCHEMA,
    id: run.id,
    command: [...run.argv],
    base_commit: run.baseCommit,
    started_at: run.startedAt,
    duration_s: floatNumber(Math.round(run.durationMs) / 1000),
    timeout_s: floatNumber(run.timeoutS),
    exit_code: run.exitCode === null ? null : wholeNumber(run.exitCode),
    verdict: verdictOf(run),
    stdout: outputOf(run.stdout),
    stderr: outputOf(run.stderr),
    artifacts: run.artifacts.map(groupOf),
    missing: [...missingPatterns(run.artifacts)],
    record_path: path,
    ...(run.tree === null ? {} : { tree: treeOf(run.tree) }),
    ...(run.treeError === null ? {} : { tree_error: run.treeError }),
    ...(run.leftOver.length === 0 ? {} : { left_over: [...run.leftOver] }),
    ...(run.anchor === null ? {} : { [ANCHOR_KEY]: renderAnchor(run.anchor) }),
  }
  return { ...record, record_sha256: recordHash(record) }
}

/** The file name of a record, without its ending: the id and the start, as `unit-20261102T120000Z`. */
export function recordStem(id: string, startedAt: string): string {
  return `${id}-${startedAt.replace(/[-:]/g, '')}`
}

/** The file beside a record that keeps an output. */
export function outputName(path: string, output: 'stdout' | 'stderr'): string {
  return `${path.replace(/[.]json$/, '')}.${output}`
}

function outputOf({ bytes, sha256, kept }: RecordedOutput): TokenObject {
  return { bytes: wholeNumber(bytes), sha256, ...(kept === null ? {} : { kept }) }
}

function groupOf({ pattern, files, unchanged, identical, outside }: ArtifactGroup): TokenValue {
  return {
    pattern,
    files: files.map(({ path, sizeBytes, sha256 }) => ({ path, size: wholeNumber(sizeBytes), sha256 })),
    unchanged: [...unchanged],
    ...(identical.length === 0 ? {} : { identical: [...identical] }),
    ...(outside.length === 0 ? {} : { outside: [...outside] }),
  }
}

function treeOf({ before, after, files, workspace, changed, differs }: RecordedTree): TokenObject {
  return {
    workspace,
    before,
    after,
    files: wholeNumber(files),
    changed: [...changed],
    differs: differs === null ? null : differs.map(({ path, state }) => ({ path, state })),
  }
}
