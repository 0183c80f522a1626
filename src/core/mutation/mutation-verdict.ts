export type CleanVerdict = 'passed' | 'failed' | 'timeout' | 'could-not-start'
export type MutantOutcome = 'killed' | 'survived' | 'not-applied' | 'error'
export type MutationVerdict = 'sensitive' | 'blind-spots' | 'incomplete' | 'no-mutants' | 'no-control'

export type MutationMetrics = {
  readonly total: number
  readonly killed: number
  readonly survived: number
  readonly notApplied: number
  readonly errors: number
  /** Killed by measured; null where nothing was measured. */
  readonly score: number | null
}

export function metricsOf(outcomes: readonly MutantOutcome[]): MutationMetrics {
  const count = (wanted: MutantOutcome) => outcomes.filter((outcome) => outcome === wanted).length
  const [killed, survived] = [count('killed'), count('survived')]
  const measured = killed + survived
  return {
    total: outcomes.length,
    killed,
    survived,
    notApplied: count('not-applied'),
    errors: count('error'),
    score: measured === 0 ? null : killed / measured,
  }
}

/**
 * What a criterion showed (protocol-a 6b). `cutShort` is ours: mutants that time did not suffice for leave a run
 * `incomplete`, as errors do.
 */
export function mutationVerdict(
  clean: CleanVerdict,
  { killed, survived, errors }: Pick<MutationMetrics, 'killed' | 'survived' | 'errors'>,
  cutShort: boolean,
): MutationVerdict {
  if (clean !== 'passed') return 'no-control'
  if (killed + survived === 0) return 'no-mutants'
  if (survived > 0) return 'blind-spots'
  return errors > 0 || cutShort ? 'incomplete' : 'sensitive'
}
