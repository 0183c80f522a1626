import type { JsonValue } from '../../core/codec/json.ts'
import { ID_PATTERN, nextId } from '../../core/decisions/decision-id.ts'
import type { DecisionLog } from '../../core/decisions/decision-log.ts'
import { renderNewDecision } from '../../core/decisions/write-decision-file.ts'
import { Refusal } from '../../core/fault.ts'
import { type ChangeWorld, changeLog, type LogChangeReport } from './change-log.ts'

export type AddDecisionInput = {
  readonly title: string
  readonly rationale: string
  readonly check: JsonValue | null
  /** Null for the next free one. */
  readonly id: string | null
  readonly dryRun: boolean
}

/** Adds a decision with one entry, dated today. */
export async function addDecision(world: ChangeWorld, input: AddDecisionInput): Promise<LogChangeReport> {
  const { title, rationale, check } = input
  if (input.id !== null && !ID_PATTERN.test(input.id)) throw badId(input.id)
  return changeLog(
    world,
    (log) => {
      const id = input.id ?? nextId(idsEverUsed(log))
      refuseTaken(log, id)
      const after = renderNewDecision({ id, date: world.clock.today(), title, rationale, check })
      return { id, change: { name: `${id}.json`, before: null, after } }
    },
    input.dryRun,
  )
}

/** Also ids of files that cannot be read, and the names of those that do not even say one. */
function idsEverUsed(log: DecisionLog): readonly string[] {
  const invalid = log.invalid.map(({ id, file }) => id ?? file.replace(/\.json$/, ''))
  return [...log.decisions.map(({ id }) => id), ...invalid.filter((id) => ID_PATTERN.test(id))]
}

function refuseTaken(log: DecisionLog, id: string): void {
  const taken = log.decisions.find((decision) => decision.id === id)
  const file = taken?.file ?? log.invalid.find((invalid) => invalid.file === `${id}.json`)?.file
  if (file === undefined) return
  throw new Refusal({
    code: 'duplicate-id',
    message: `${id} is taken by ${file}`,
    hint: 'leave --id out for the next free id',
  })
}

function badId(id: string): Refusal {
  const message = `${id} is no id: letters in capitals, a hyphen and at least three digits are expected`
  return new Refusal({ code: 'usage/bad-id', message, hint: 'such as HDR-042; leave --id out for the next free one' })
}
