import type { Parsed } from '../fault.ts'
import type { Check } from './check.ts'
import type { Decision } from './decision.ts'
import type { PointedFault } from './issue-faults.ts'

/** Checks inside one another by `all`. */
const NESTING_MAX = 8

export type DecisionFileOptions = {
  /** Compiles a text pattern; without it patterns are only checked for being there. */
  readonly compileText?: (pattern: string, flags?: string) => Parsed<unknown, string>
}

/** What the shape of a decision cannot say: nesting, and expressions that do not compile. */
export function checkFaults(
  decision: Pick<Decision, 'version' | 'history'>,
  options: DecisionFileOptions,
): readonly PointedFault[] {
  return decision.history.flatMap((entry, index) => {
    if (entry.kind === 'retirement' || entry.check === null) return []
    const pointer = decision.version === 1 ? '/check' : `/history/${index}/check`
    return faultsOf(entry.check, pointer, 1, options)
  })
}

function faultsOf(check: Check, pointer: string, level: number, options: DecisionFileOptions): readonly PointedFault[] {
  if (level > NESTING_MAX) {
    return [{ code: 'too-deep', message: `more than ${NESTING_MAX} checks inside one another`, pointer }]
  }
  switch (check.kind) {
    case 'all':
      return check.checks.flatMap((part, index) => faultsOf(part, `${pointer}/checks/${index}`, level + 1, options))
    case 'text_required':
    case 'text_forbidden':
      return renamed(options.compileText?.(check.pattern, check.flags), `${pointer}/pattern`)
    default:
      return []
  }
}

function renamed(parsed: Parsed<unknown, string> | undefined, pointer: string): readonly PointedFault[] {
  if (parsed === undefined || parsed.ok) return []
  return parsed.faults.map(({ message, hint }): PointedFault => {
    return { code: 'bad-pattern', message, pointer, ...(hint === undefined ? {} : { hint }) }
  })
}
