import { applyMutant } from '../../core/mutation/apply-mutant.ts'
import type { StopReason, TriedMutant } from '../../core/mutation/mutation-record.ts'
import type { PlannedMutant } from '../../core/mutation/plan-mutants.ts'
import type { CriterionRun } from '../world-evidence.ts'
import type { TreeCopy } from '../world-mutation.ts'
import { hasPassed } from './clean-control.ts'

export type Trial = {
  readonly planned: readonly PlannedMutant[]
  /** The texts of the files that are changed. */
  readonly texts: ReadonlyMap<string, string>
  readonly copies: readonly TreeCopy[]
  readonly stopAtFirstSurvivor: boolean
  /** Runs the criterion in a copy; null where the time for all is over. */
  run(copy: TreeCopy): Promise<CriterionRun | null>
  onTried(mutant: TriedMutant): void
}

export type Tried = {
  /** In the order of the plan. */
  readonly mutants: readonly TriedMutant[]
  readonly left: readonly PlannedMutant[]
  readonly reason: StopReason | null
}

/** Tries the mutants in order, one worker for each copy. A copy is renewed before its next mutant. */
export async function tryMutants(trial: Trial): Promise<Tried> {
  const results = new Map<PlannedMutant, TriedMutant>()
  const queue = [...trial.planned]
  let reason: StopReason | null = null
  // A worker that fails must not leave the others running in copies that are taken away meanwhile.
  const failed: unknown[] = []
  const work = async (copy: TreeCopy) => {
    for (let next = queue.shift(); next !== undefined && reason === null && failed.length === 0; next = queue.shift()) {
      const tried = await tryOne(trial, copy, next)
      if (tried === null) {
        reason ??= 'time-limit'
        return
      }
      results.set(next, tried)
      trial.onTried(tried)
      if (trial.stopAtFirstSurvivor && tried.outcome === 'survived') reason ??= 'first-survivor'
    }
  }
  await Promise.all(trial.copies.map((copy) => work(copy).catch((error: unknown) => failed.push(error))))
  if (failed.length > 0) throw failed[0]
  return {
    mutants: trial.planned.flatMap((mutant) => results.get(mutant) ?? []),
    left: trial.planned.filter((mutant) => !results.has(mutant)),
    reason,
  }
}

async function tryOne(trial: Trial, copy: TreeCopy, mutant: PlannedMutant): Promise<TriedMutant | null> {
  const { id, file, find, replace, at } = mutant
  const about = { id, file, find, replace, line: at?.line ?? null, column: at?.column ?? null }
  const applied = applyMutant(trial.texts.get(file) ?? '', mutant)
  if (applied.kind === 'not-applied') return { ...about, outcome: 'not-applied', exitCode: null, note: null }
  await copy.write(file, applied.text)
  const run = await trial.run(copy)
  await copy.renew()
  return run === null ? null : { ...about, ...outcomeOf(run) }
}

function outcomeOf(run: CriterionRun): Pick<TriedMutant, 'outcome' | 'exitCode' | 'note'> {
  if (run.kind === 'timeout') return { outcome: 'killed', exitCode: null, note: 'the criterion timed out' }
  if (run.kind === 'could-not-start') return { outcome: 'error', exitCode: null, note: run.trouble }
  return { outcome: hasPassed(run) ? 'survived' : 'killed', exitCode: run.exitCode, note: null }
}
