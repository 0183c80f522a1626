import type { JsonValue } from '../codec/json-value.ts'
import { isJsonObject } from '../codec/json-value.ts'
import {
  anything,
  countFromZero,
  matching,
  nonEmptyText,
  objectOf,
  oneOf,
  type Shape,
  type ShapeIssue,
} from './data-shape.ts'

const clientShape = objectOf({
  required: { name: nonEmptyText },
  optional: { version: nonEmptyText, title: nonEmptyText },
})
const sessionObject = objectOf({ optional: { id: nonEmptyText, record: nonEmptyText } })
const sha256 = matching(/^[0-9a-f]{64}$/)
const turnsShape = objectOf({ required: { from: countFromZero, to: countFromZero } })
const transcriptShape = objectOf({ required: { sha256 }, optional: { path: nonEmptyText, uri: nonEmptyText } })

/** Where a record came from, as any kind may say it; other fields of the object are the kind's. None of it is trusted. */
const sourceShape = objectOf(
  {
    optional: {
      via: oneOf('cli', 'mcp', 'harvest'),
      client: clientShape,
      harness: nonEmptyText,
      model: nonEmptyText,
      session: judgeSession,
      turns: judgeTurns,
      transcript: judgeTranscript,
    },
  },
  () => true,
)

/**
 * The faults of the source block in the field `field` (records.md 19), as `/<field>/<path> <why>`; the message of
 * `record-schema-invalid` beside those of the schema. A field that is absent or no object is left to the schema.
 */
export function judgeSource(value: JsonValue | undefined, field: string): readonly string[] {
  if (!isJsonObject(value)) return []
  return sourceShape(value, [field]).map(({ path, why }) => `/${path.join('/')} ${why}`)
}

function judgeSession(value: JsonValue, path: Parameters<Shape>[1]): readonly ShapeIssue[] {
  if (value === null || typeof value === 'string') return anything(value, path)
  const issues = sessionObject(value, path)
  if (issues.length > 0 || Object.keys(value as object).length > 0) return issues
  return [{ path, why: 'must hold an id or a record' }]
}

function judgeTurns(value: JsonValue, path: Parameters<Shape>[1]): readonly ShapeIssue[] {
  const issues = turnsShape(value, path)
  if (issues.length > 0) return issues
  const { from, to } = value as { readonly from: number; readonly to: number } // its shape was checked just above
  return to >= from ? [] : [{ path: [...path, 'to'], why: 'must not be before from' }]
}

function judgeTranscript(value: JsonValue, path: Parameters<Shape>[1]): readonly ShapeIssue[] {
  const issues = transcriptShape(value, path)
  if (issues.length > 0 || !isJsonObject(value)) return issues
  return 'path' in value !== 'uri' in value ? [] : [{ path, why: 'must hold exactly one of path and uri' }]
}
