import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { exitCodeFor } from '../exit-code.ts'
import { applyMutant } from './apply-mutant.ts'
import { generateMutants } from './generate-mutants.ts'
import type { Mutant } from './mutant.ts'
import { MUTATION_OUTCOMES } from './mutation-outcomes.ts'
import { type CleanVerdict, type MutantOutcome, metricsOf, mutationVerdict } from './mutation-verdict.ts'
import { faultOfMutants, parseMutants } from './parse-mutants.ts'

type VectorMutant = {
  readonly id: string
  readonly file: string
  readonly find: string
  readonly replace: string
  readonly line?: number
  readonly column?: number
  readonly occurrence?: number
}
type Vectors = {
  readonly mutant_generation: readonly { name: string; source: string; mutants?: VectorMutant[]; refused?: string }[]
  readonly mutant_application: readonly {
    name: string
    source: string
    mutant: VectorMutant
    line?: number
    column?: number
    result?: string
    outcome?: string
  }[]
  readonly mutant_refusals: readonly { mutants: unknown[]; message_has: string[] }[]
  readonly mutation_verdicts: readonly {
    clean: CleanVerdict
    outcomes: MutantOutcome[]
    verdict: string
    score: number | null
    exit: number
  }[]
}
const VECTORS = JSON.parse(readFileSync('test/vectors/hpp-evidence.json', 'utf8')) as Vectors

function flat({ id, file, find, replace, place }: Mutant): VectorMutant {
  const { kind, ...numbers } = place
  return { id, file, find, replace, ...numbers }
}

const asFile = (mutants: readonly unknown[]) => JSON.stringify({ schema: 'hpp.mutants/v1', mutants })

describe('the vectors of mutants', () => {
  it.each(VECTORS.mutant_generation)('generation: $name', ({ source, mutants, refused }) => {
    const made = generateMutants(source, 'm.py')
    if (refused !== undefined) {
      expect(made).toMatchObject({ kind: 'refused' })
      expect(made.kind === 'refused' && made.reason).toContain(
        refused.replace('refused: ', '').replace('does', 'it does'),
      )
    } else expect(made.kind === 'generated' && made.mutants.map(flat)).toEqual(mutants)
  })

  it.each(VECTORS.mutant_application)('application: $name', ({ source, mutant, line, column, result }) => {
    const parsed = parseMutants(asFile([mutant]), 'mutants.json')
    const [read] = parsed.ok ? parsed.value : []
    const applied = applyMutant(source, read as Mutant)
    expect(applied).toEqual(
      result === undefined ? { kind: 'not-applied' } : { kind: 'applied', text: result, line, column },
    )
  })

  // That a file is not there is seen by the use case: test/mutate.test.ts.
  const byText = VECTORS.mutant_refusals.filter(({ message_has: [first] }) => !first?.startsWith('not a file'))
  it.each(byText.map((one) => [one.message_has.join(', '), one] as const))('refusal: %s', (_, one) => {
    const parsed = parseMutants(asFile(one.mutants), 'mutants.json')
    const messages = parsed.ok
      ? [faultOfMutants(parsed.value)?.message ?? '']
      : parsed.faults.map(({ message }) => message)
    for (const words of one.message_has) expect(messages.join('\n')).toContain(words)
  })

  it.each(VECTORS.mutation_verdicts)('verdict: clean $clean, $outcomes is $verdict', (one) => {
    const metrics = metricsOf(one.outcomes)
    const verdict = mutationVerdict(one.clean, metrics, false)
    expect([verdict, metrics.score, exitCodeFor(MUTATION_OUTCOMES[verdict])]).toEqual([
      one.verdict,
      one.score,
      one.exit,
    ])
  })

  it('calls a run that time did not suffice for incomplete', () => {
    expect(mutationVerdict('passed', metricsOf(['killed']), true)).toBe('incomplete')
    expect(mutationVerdict('passed', metricsOf(['survived']), true)).toBe('blind-spots')
  })
})
