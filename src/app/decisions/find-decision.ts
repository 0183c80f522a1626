import type { Decision } from '../../core/decisions/decision.ts'
import type { DecisionLog } from '../../core/decisions/decision-log.ts'
import { Refusal } from '../../core/fault.ts'
import { nearMatches } from '../../core/near-matches.ts'

/** The decision with that id. Refuses with what may have been meant, or with why its file cannot be read. */
export function findDecision(log: DecisionLog, id: string): Decision {
  const found = log.decisions.filter((decision) => decision.id === id)
  if (found.length > 1) throw twice(id, found)
  if (found[0] !== undefined) return found[0]
  const invalid = log.invalid.find((file) => file.id === id || file.file === `${id}.json`)
  if (invalid !== undefined) {
    throw new Refusal({
      code: 'invalid-decision',
      message: `${id} cannot be read: ${invalid.faults[0]?.message ?? 'its file is no decision'}`,
      hint: 'bylaw validate',
      at: invalid.faults[0]?.at ?? { file: invalid.file },
    })
  }
  throw unknown(log, id)
}

function twice(id: string, found: readonly Decision[]): Refusal {
  const files = found.map(({ file }) => file).join(' and ')
  return new Refusal({ code: 'duplicate-id', message: `${id} stands in ${files}`, hint: 'bylaw validate' })
}

function unknown(log: DecisionLog, id: string): Refusal {
  const near = nearMatches(
    id,
    log.decisions.map((decision) => decision.id),
  )
  return new Refusal({
    code: 'unknown-decision',
    message: `no decision ${id} in this log`,
    hint: near.length === 0 ? 'bylaw decisions list' : `did you mean ${near.join(', ')}?`,
  })
}
