import type { Outcome } from '../exit-code.ts'
import type { MutationVerdict } from './mutation-verdict.ts'

/** How a run ends for each verdict (protocol-a 6b). */
export const MUTATION_OUTCOMES: Readonly<Record<MutationVerdict, Outcome>> = {
  sensitive: 'ok',
  'blind-spots': 'warn',
  incomplete: 'warn',
  'no-mutants': 'warn',
  'no-control': 'block',
}
