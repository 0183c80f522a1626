import { floatNumber, type TokenObject, wholeNumber } from '../codec/token-json.ts'
import { recordHash } from '../evidence/verify-record.ts'
import type { Mutant } from './mutant.ts'
import { type CleanVerdict, type MutantOutcome, metricsOf, mutationVerdict } from './mutation-verdict.ts'

export const MUTATION_SCHEMA = 'hpp.mutation/v1'

/** A mutant that was tried. */
export type TriedMutant = Pick<Mutant, 'id' | 'file' | 'find' | 'replace'> & {
  /** Where it was applied; null where it was not. */
  readonly line: number | null
  readonly column: number | null
  readonly outcome: MutantOutcome
  readonly exitCode: number | null
  readonly note: string | null
}

/** Why mutants were left. */
export type StopReason = 'max-mutants' | 'first-survivor' | 'time-limit'

export type LeftMutants = { readonly reason: StopReason; readonly ids: readonly string[] }

/** A finished run over mutants, before it becomes a record. */
export type MutationRun = {
  readonly id: string
  readonly argv: readonly string[]
  readonly baseCommit: string | null
  /** UTC, as `2026-11-02T12:00:00Z`. */
  readonly startedAt: string
  readonly timeoutS: number
  readonly clean: { readonly verdict: CleanVerdict; readonly exitCode: number | null; readonly durationMs: number }
  readonly mutants: readonly TriedMutant[]
  readonly left: readonly LeftMutants[]
  /** Names that were copied although copies leave them out. */
  readonly included: readonly string[]
  /** Links of the copies that lead out of them. */
  readonly outerLinks: readonly string[]
}

/** Whether mutants are missing that nobody asked to leave. */
export function isCutShort(left: readonly Pick<LeftMutants, 'reason'>[]): boolean {
  return left.some(({ reason }) => reason === 'time-limit')
}

export function verdictOfRun({ clean, mutants, left }: Pick<MutationRun, 'clean' | 'mutants' | 'left'>) {
  const metrics = metricsOf(mutants.map(({ outcome }) => outcome))
  return mutationVerdict(clean.verdict, metrics, isCutShort(left))
}

/** `file:line find -> replace`, as records list survivors. */
export function survivorText({ file, line, find, replace }: Pick<TriedMutant, 'file' | 'line' | 'find' | 'replace'>) {
  return `${file}:${line} ${find} -> ${replace}`
}

/**
 * The record of a run that will lie at `path` below the workspace (protocol-a 6b), with the hash of itself. Keys of ours:
 * `left`, `included` and `outer_links`, only where there is something to say.
 */
export function mutationRecord(run: MutationRun, path: string): TokenObject {
  const { total, killed, survived, notApplied, errors, score } = metricsOf(run.mutants.map(({ outcome }) => outcome))
  const record: TokenObject = {
    schema: MUTATION_SCHEMA,
    id: run.id,
    command: [...run.argv],
    base_commit: run.baseCommit,
    started_at: run.startedAt,
    timeout_s: floatNumber(run.timeoutS),
    clean: {
      verdict: run.clean.verdict,
      exit_code: wholeOrNull(run.clean.exitCode),
      duration_s: floatNumber(Math.round(run.clean.durationMs) / 1000),
    },
    mutants: run.mutants.map(mutantOf),
    metrics: {
      total: wholeNumber(total),
      killed: wholeNumber(killed),
      survived: wholeNumber(survived),
      not_applied: wholeNumber(notApplied),
      errors: wholeNumber(errors),
      score: score === null ? null : floatNumber(score),
    },
    verdict: verdictOfRun(run),
    survivors: run.mutants.filter(({ outcome }) => outcome === 'survived').map(survivorText),
    record_path: path,
    ...(run.left.length === 0 ? {} : { left: run.left.map(({ reason, ids }) => ({ reason, ids: [...ids] })) }),
    ...(run.included.length === 0 ? {} : { included: [...run.included] }),
    ...(run.outerLinks.length === 0 ? {} : { outer_links: [...run.outerLinks] }),
  }
  return { ...record, record_sha256: recordHash(record) }
}

function mutantOf({ note, exitCode, line, column, ...mutant }: TriedMutant): TokenObject {
  const place = { line: wholeOrNull(line), column: wholeOrNull(column) }
  return { ...mutant, ...place, exit_code: wholeOrNull(exitCode), ...(note === null ? {} : { note }) }
}

function wholeOrNull(value: number | null) {
  return value === null ? null : wholeNumber(value)
}
