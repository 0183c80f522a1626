import { applyMutant } from './apply-mutant.ts'
import type { Mutant } from './mutant.ts'

/** A mutant with the text it makes; no text where it does not apply. */
export type PlannedMutant = Mutant & {
  readonly applied: { readonly text: string; readonly line: number; readonly column: number } | null
}

export type MutantPlan = {
  readonly planned: readonly PlannedMutant[]
  /** Left because of the limit. */
  readonly left: readonly Mutant[]
}

/** The mutants to try, at most so many: spread evenly over all of them, so that each file gets its share. */
export function planMutants(
  mutants: readonly Mutant[],
  texts: ReadonlyMap<string, string>,
  mutantsMax: number | null,
): MutantPlan {
  const count = Math.min(mutants.length, mutantsMax ?? mutants.length)
  const taken = new Set(Array.from({ length: count }, (_, at) => Math.floor((at * mutants.length) / count)))
  const planned = mutants
    .filter((_, at) => taken.has(at))
    .map((mutant) => {
      const found = applyMutant(texts.get(mutant.file) ?? '', mutant)
      return { ...mutant, applied: found.kind === 'applied' ? found : null }
    })
  return { planned, left: mutants.filter((_, at) => !taken.has(at)) }
}
