import type { CleanVerdict } from '../../core/mutation/mutation-verdict.ts'
import type { CriterionRun } from '../world-evidence.ts'
import type { TreeCopy } from '../world-mutation.ts'

export type CleanControl = {
  readonly verdict: CleanVerdict
  readonly run: CriterionRun
  /** Renewed copies to work on, one for each worker. */
  readonly copies: readonly TreeCopy[]
  /** It passes alone, and not beside itself: then only one runs at a time. */
  readonly isLoner: boolean
}

/**
 * Runs the criterion on clean copies, as many beside each other as there will be workers: one that disturbs itself, by a
 * port or a file of its own, would kill every mutant. One that passes only alone is tried alone.
 */
export async function controlClean(
  copies: readonly TreeCopy[],
  run: (copy: TreeCopy) => Promise<CriterionRun>,
): Promise<CleanControl> {
  const ended = await Promise.allSettled(copies.map(run)) // none may still run when the copies are taken away
  const runs = ended.map((end) => {
    if (end.status === 'rejected') throw end.reason
    return end.value
  })
  await Promise.all(copies.map((copy) => copy.renew()))
  const first = runs[0] as CriterionRun
  if (copies.length === 1 || runs.every(hasPassed) || first.kind === 'could-not-start') {
    return { verdict: verdictOfRun(first), run: first, copies, isLoner: false }
  }
  const [copy] = copies as readonly [TreeCopy, ...TreeCopy[]]
  const alone = await run(copy)
  await copy.renew()
  return { verdict: verdictOfRun(alone), run: alone, copies: [copy], isLoner: hasPassed(alone) }
}

export function hasPassed({ kind, exitCode }: CriterionRun): boolean {
  return kind === 'exited' && exitCode === 0
}

function verdictOfRun(run: CriterionRun): CleanVerdict {
  if (run.kind !== 'exited') return run.kind
  return hasPassed(run) ? 'passed' : 'failed'
}
