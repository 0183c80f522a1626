import { applyMutant } from './apply-mutant.ts'
import type { Mutant } from './mutant.ts'
import { type TextPlace, TextPlaces } from './text-place.ts'

/** A mutant and where it applies; null where it does not. Its text is made when it is tried: all of them are too much. */
export type PlannedMutant = Mutant & { readonly at: TextPlace | null }

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
  const places = new Map([...texts].map(([file, text]) => [file, new TextPlaces(text)]))
  const planned = mutants
    .filter((_, at) => taken.has(at))
    .map((mutant) => {
      const found = applyMutant(texts.get(mutant.file) ?? '', mutant, places.get(mutant.file))
      return { ...mutant, at: found.kind === 'applied' ? { line: found.line, column: found.column } : null }
    })
  return { planned, left: mutants.filter((_, at) => !taken.has(at)) }
}
