import type { JsonValue } from '../../core/codec/json.ts'
import { isJsonObject } from '../../core/codec/json-value.ts'
import type { Decision } from '../../core/decisions/decision.ts'
import { appendEntry } from '../../core/decisions/write-decision-file.ts'
import { Refusal } from '../../core/fault.ts'
import { type ChangeWorld, changeLog, type LogChangeReport } from './change-log.ts'
import { findDecision } from './find-decision.ts'
import { refuseSuperseded, textOf } from './retire-decision.ts'

export type ReviseDecisionInput = {
  readonly id: string
  /** Null keeps the title that applies. */
  readonly title: string | null
  readonly rationale: string
  /** `keep` carries on what applies; null leaves the decision without a check. */
  readonly check: JsonValue | 'keep'
  readonly dryRun: boolean
}

/** Appends an entry, dated today. On a retired decision it is a revival. */
export function reviseDecision(world: ChangeWorld, input: ReviseDecisionInput): Promise<LogChangeReport> {
  return changeLog(
    world,
    (log, disk) => {
      const decision = findDecision(log, input.id)
      refuseSuperseded(log, decision)
      const before = textOf(disk, decision)
      const latest = latestEntry(decision)
      const after = appendEntry(before, {
        kind: 'decision',
        date: world.clock.today(),
        title: input.title ?? latest.title,
        rationale: input.rationale,
        check: input.check === 'keep' ? checkAsWritten(latest.json) : input.check,
      })
      return { id: decision.id, change: { name: decision.file, before, after } }
    },
    input.dryRun,
  )
}

function latestEntry(decision: Decision) {
  const entry = decision.history.findLast((each) => each.kind === 'decision')
  if (entry?.kind === 'decision') return entry
  throw new Refusal({ code: 'invalid-decision', message: `${decision.id} has no decision entry` })
}

/** The check with its `x-` keys, which the working form leaves out. */
function checkAsWritten(entry: JsonValue): JsonValue | null {
  return isJsonObject(entry) ? (entry['check'] ?? null) : null
}
