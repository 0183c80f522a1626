import { equalJson } from '../codec/equal-json.ts'
import type { JsonValue } from '../codec/json-value.ts'
import type { RecordCore } from './record.ts'

export type FieldChanges = {
  readonly set: RecordCore
  /** Fields to take out. `null` in `set` stays a value. */
  readonly unset: readonly string[]
}

/** The record as an amendment leaves it: a field that is given replaces the whole field (records.md 8.3). */
export function mergeFields(data: RecordCore, { set, unset }: FieldChanges): RecordCore {
  const kept = Object.entries({ ...data, ...set }).filter(([key]) => !unset.includes(key))
  return Object.fromEntries(kept)
}

/**
 * The fields whose values differ, order of keys aside: those of the record in its order, then new ones in the order of
 * the schema, then the rest as given.
 */
export function changedFields(
  { before, after }: { readonly before: RecordCore; readonly after: RecordCore },
  schemaOrder: readonly string[] = [],
): readonly string[] {
  const added = Object.keys(after).filter((key) => !Object.hasOwn(before, key))
  const inSchema = schemaOrder.filter((key) => added.includes(key))
  const rest = added.filter((key) => !inSchema.includes(key))
  return [...Object.keys(before), ...inSchema, ...rest].filter((key) => differs(before, after, key))
}

function differs(before: RecordCore, after: RecordCore, key: string): boolean {
  const [one, other] = [valueAt(before, key), valueAt(after, key)]
  return one === undefined || other === undefined ? one !== other : !equalJson(one, other)
}

function valueAt(core: RecordCore, key: string): JsonValue | undefined {
  return Object.hasOwn(core, key) ? core[key] : undefined
}
