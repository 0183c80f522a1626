import type { Decision } from '../../core/decisions/decision.ts'
import type { DecisionLog } from '../../core/decisions/decision-log.ts'
import { appendEntry } from '../../core/decisions/write-decision-file.ts'
import { Refusal } from '../../core/fault.ts'
import type { LogOnDisk } from '../world.ts'
import { type ChangeWorld, changeLog, type LogChangeReport } from './change-log.ts'
import { findDecision } from './find-decision.ts'

export type RetireDecisionInput = { readonly id: string; readonly rationale: string; readonly dryRun: boolean }

/** Appends a retirement, dated today. */
export function retireDecision(world: ChangeWorld, input: RetireDecisionInput): Promise<LogChangeReport> {
  return changeLog(
    world,
    (log, disk) => {
      const decision = findDecision(log, input.id)
      refuseSuperseded(log, decision)
      refuseRetired(decision)
      const before = textOf(disk, decision)
      const after = appendEntry(before, { kind: 'retirement', date: world.clock.today(), rationale: input.rationale })
      return { id: decision.id, change: { name: decision.file, before, after } }
    },
    input.dryRun,
  )
}

/** What another decision supersedes stays so whatever is appended to it. */
export function refuseSuperseded(log: DecisionLog, { id }: Decision): void {
  const by = log.superseded.find((each) => each.id === id)?.by
  if (by === undefined) return
  throw new Refusal({
    code: 'superseded',
    message: `${id} is superseded by ${by.join(', ')} and no longer applies`,
    hint: `bylaw explain ${id}`,
  })
}

/** The text of the decision's file as it lies on the disk. */
export function textOf(disk: LogOnDisk, { file }: Decision): string {
  const text = disk.files.find(({ name }) => name === file)?.text
  if (text !== undefined) return text
  throw new Refusal({ code: 'changed-meanwhile', message: `${file} is gone`, hint: 'try again' })
}

function refuseRetired({ id, history }: Decision): void {
  const last = history.at(-1)
  if (last?.kind !== 'retirement') return
  const day = last.date === null ? '' : ` since ${last.date}`
  throw new Refusal({ code: 'already-retired', message: `${id} is retired${day}`, hint: `bylaw explain ${id}` })
}
