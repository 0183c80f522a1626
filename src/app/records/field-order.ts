import { isJsonList, isJsonObject, type JsonValue } from '../../core/codec/json-value.ts'
import type { FieldOrder } from '../../core/records/layout.ts'

/** The order of fields that a schema asks for (records.md 6.4). */
export function fieldOrderOf(schema: JsonValue): Required<FieldOrder> {
  const { required, properties } = isJsonObject(schema) ? schema : {}
  return {
    required: isJsonList(required) ? required.filter((name) => typeof name === 'string') : [],
    properties: isJsonObject(properties) ? Object.keys(properties) : [],
  }
}
