import type { JsonValue } from '../codec/json-value.ts'
import { isJsonObject } from '../codec/json-value.ts'
import type { Fault, Parsed } from '../fault.ts'
import { sealFields } from './judge-amend.ts'
import type { RecordCore } from './record.ts'
import type { RecordKind } from './record-kind.ts'

export type NewCode = 'write-input-invalid' | 'write-usage-invalid' | 'source-harvest-not-proposed'

/**
 * The fields of a new record (records.md 8.2, steps 5 to 7): no seal may be given, `by` goes to whoever proposes where the
 * record opens in the first state and to the decider otherwise, and what was harvested is only proposed.
 */
export function newFields(
  given: RecordCore,
  { kind, by }: { readonly kind: RecordKind; readonly by: string | null },
): Parsed<RecordCore, NewCode> {
  const sealed = sealFields(kind).find((field) => Object.hasOwn(given, field))
  if (sealed !== undefined) return refused('write-input-invalid', `${sealed} is written by the verbs, never given`)
  const placed = by === null ? { ok: true as const, value: given } : placeAuthor(given, kind, by)
  if (!placed.ok) return placed
  const fault = harvestFault(placed.value, kind)
  return fault === null ? placed : { ok: false, faults: [fault] }
}

/** What a tool harvested is a proposal, whatever the tool says. Null where that holds. */
export function harvestFault(core: RecordCore, kind: RecordKind): Fault<'source-harvest-not-proposed'> | null {
  const source = kind.source === null ? undefined : core[kind.source]
  if (!isJsonObject(source) || source['via'] !== 'harvest' || opensFirst(core, kind)) return null
  const message = `a record whose ${kind.source} is a harvest opens in the state ${kind.states?.all[0]}`
  return { code: 'source-harvest-not-proposed', message }
}

function placeAuthor(given: RecordCore, kind: RecordKind, by: string): Parsed<RecordCore, NewCode> {
  const field = kind.proposedBy !== null && opensFirst(given, kind) ? kind.proposedBy : (kind.reviews?.decider ?? null)
  if (field === null) return refused('write-usage-invalid', `the kind ${kind.name} has no field for --by in this state`)
  const held: JsonValue = (Object.hasOwn(given, field) ? given[field] : null) ?? null
  if (held === null || held === by) return { ok: true, value: { ...given, [field]: by } }
  return refused('write-input-invalid', `${field} is given already, and is another than --by ${by}`)
}

function opensFirst(core: RecordCore, { states }: RecordKind): boolean {
  return states !== null && core[states.field] === states.all[0]
}

function refused(code: NewCode, message: string): Parsed<RecordCore, NewCode> {
  return { ok: false, faults: [{ code, message }] }
}
