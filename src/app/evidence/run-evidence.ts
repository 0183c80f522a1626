import { indentedTokenJson, type TokenObject } from '../../core/codec/token-json.ts'
import {
  type EvidenceRun,
  evidenceRecord,
  outputName,
  type RecordedOutput,
  recordStem,
  verdictOf,
} from '../../core/evidence/evidence-record.ts'
import { type EvidenceRequest, faultOfRequest } from '../../core/evidence/evidence-request.ts'
import { judgeArtifacts } from '../../core/evidence/judge-artifacts.ts'
import { Refusal } from '../../core/fault.ts'
import { findEventLog } from '../events/find-event-log.ts'
import { anchorOf } from '../events/read-anchors.ts'
import { readLoop } from '../events/read-loop.ts'
import { type SealedRecord, sealRecord } from '../sign/seal-record.ts'
import { prepareKey } from '../sign/sign-record.ts'
import type { World } from '../world.ts'
import type { CriterionRun, OutputFiles } from '../world-evidence.ts'
import type { SigningKey } from '../world-signatures.ts'
import { matchArtifacts } from './match-artifacts.ts'
import { assertEventMayFollow, type RecordedEvent, recordEvent } from './record-event.ts'
import { readTreeNow, recordTreeOf, type TreeNow } from './tree-now.ts'

export type RunEvidenceInput = EvidenceRequest & {
  /** Keep the beginning of each output in a file beside the record. */
  readonly keepOutput: boolean
  readonly signKey: string | null
  readonly signer: string | null
  readonly work: string | null
  readonly manifest: string | null
}

export type EvidenceReport = {
  readonly kind: 'evidence-report'
  readonly run: EvidenceRun
  /** As it was written. */
  readonly record: TokenObject
  /** Below the workspace. */
  readonly path: string
  /** Why it could not start, else null. */
  readonly trouble: string | null
  /** Null where none was asked for, or the run did not pass. */
  readonly event: RecordedEvent | null
  /** Why the record is not signed though it should be, else null. */
  readonly signError: string | null
}

/**
 * Runs a criterion in the folder of the command, measures it and what it wrote, and keeps a record (protocol-a 6).
 * Everything that can be refused is refused before anything runs, also an event that the loop does not take now. Where
 * the event fails after the run, the record stays.
 */
export async function runEvidence(world: World, input: RunEvidenceInput): Promise<EvidenceReport> {
  const key = await assertMayRun(world, input)
  const outputs = input.keepOutput ? await world.evidence.openOutputs(world.cwd, input.out) : null
  try {
    const { run: measured, trouble } = await measureRun(world, input, outputs)
    const { run, path, record, signError } = await keepRecord(world, { input, run: measured, outputs, key })
    const event = input.recordEvent && verdictOf(run) === 'passed' ? await recordEvent(world, input, record) : null
    return { kind: 'evidence-report', run, record, path, trouble, event, signError }
  } finally {
    outputs?.discard()
  }
}

/** In the order of protocol-a 6.1; the event last, it is ours. */
async function assertMayRun(world: World, input: RunEvidenceInput): Promise<SigningKey | null> {
  if (input.recordEvent) await readLoop(world, input.manifest)
  const fault = faultOfRequest(input)
  if (fault !== null) throw new Refusal(fault)
  const key = await prepareKey(world, input)
  await world.evidence.assertInside(world.cwd, input.out)
  if (input.recordEvent) await assertEventMayFollow(world, input)
  return key
}

async function measureRun(world: World, input: RunEvidenceInput, outputs: OutputFiles | null) {
  const patterns = [...new Set(input.artifacts)]
  const treeBefore = await readTreeNow(world)
  const before = await matchArtifacts(world, patterns)
  const startedAt = `${world.clock.now().toISOString().slice(0, 19)}Z`
  const result = await runShown(world, input, outputs)
  const after = await matchArtifacts(world, patterns)
  const artifacts = patterns.map((pattern) => judgeArtifacts(pattern, before(pattern), after(pattern)))
  const baseCommit = await world.git.commit(world.cwd, 'HEAD').catch(() => null)
  const run: EvidenceRun = {
    id: input.id,
    argv: input.argv,
    timeoutS: input.timeoutS,
    baseCommit,
    startedAt,
    artifacts,
    ...(await treeAfter(world, treeBefore, { artifacts, baseCommit })),
    kind: result.kind,
    exitCode: result.exitCode,
    durationMs: result.durationMs,
    stdout: notKept(result.stdout),
    stderr: notKept(result.stderr),
    leftOver: result.leftOver,
    anchor: await anchorOf(world, await findEventLog(world, input.work)),
  }
  return { run, trouble: result.trouble }
}

/** A tree that cannot be read any more costs the record its binding, and not the run its record. */
async function treeAfter(
  world: World,
  before: TreeNow | null,
  run: Parameters<typeof recordTreeOf>[2],
): Promise<Pick<EvidenceRun, 'tree' | 'treeError'>> {
  if (before === null) return { tree: null, treeError: null }
  try {
    return { tree: await recordTreeOf(world, before, run), treeError: null }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { tree: null, treeError: error.message }
  }
}

async function runShown(world: World, input: RunEvidenceInput, outputs: OutputFiles | null): Promise<CriterionRun> {
  const startMs = world.clock.now().getTime()
  const seconds = () => Math.round((world.clock.now().getTime() - startMs) / 1000)
  const stop = world.progress.show(() => `${input.id}: running for ${seconds()} s, at most ${input.timeoutS} s`)
  try {
    const { argv, timeoutS } = input
    return await world.criteria.run({ argv, cwd: world.cwd, timeoutMs: timeoutS * 1000, keep: outputs?.keep ?? null })
  } finally {
    stop()
  }
}

function notKept(output: CriterionRun['stdout']): RecordedOutput {
  return { ...output, kept: null }
}

type Finished = {
  readonly input: RunEvidenceInput
  readonly run: EvidenceRun
  readonly outputs: OutputFiles | null
  readonly key: SigningKey | null
}

async function keepRecord(world: World, { input, run, outputs, key }: Finished) {
  let kept: SealedRecord & { readonly run: EvidenceRun } = { run, record: {}, signError: null }
  const path = await world.evidence.create(world.cwd, input.out, recordStem(run.id, run.startedAt), async (at) => {
    const isKept = outputs?.settle({ stdout: outputName(at, 'stdout'), stderr: outputName(at, 'stderr') }) ?? false
    const whole = isKept ? withKept(run, at) : run
    kept = { run: whole, ...(await sealRecord(world, key, evidenceRecord(whole, at))) }
    return indentedTokenJson(kept.record)
  })
  return { path, ...kept }
}

function withKept(run: EvidenceRun, path: string): EvidenceRun {
  return {
    ...run,
    stdout: { ...run.stdout, kept: outputName(path, 'stdout') },
    stderr: { ...run.stderr, kept: outputName(path, 'stderr') },
  }
}
