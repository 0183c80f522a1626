import { isRealDay } from '../codec/calendar-day.ts'
import { isJsonList, isJsonObject, type JsonValue } from '../codec/json-value.ts'
import type { RecordCore } from './record.ts'
import type { Warning } from './record-codes.ts'

/**
 * What the schema of decisions lets pass and no decision should hold (records-ours.md d, `record-inconsistent`), one
 * warning each. Fields of another shape are the schema's to name.
 */
export function decisionInconsistencies(data: RecordCore): readonly Warning[] {
  return [...optionFaults(data), ...dayFaults(data), ...proposedFaults(data)].map((message) => ({
    code: 'record-inconsistent',
    message,
  }))
}

function optionFaults(data: RecordCore): readonly string[] {
  const ids = objects(data['options']).map(({ id }) => id)
  const twice = new Set(ids.filter((id, at) => typeof id === 'string' && ids.indexOf(id) < at))
  const chosen = isJsonObject(data['choice']) ? [['choice', data['choice']['option']] as const] : []
  const rejected = objects(data['rejected']).map(({ option }, at) => [`rejected/${at}`, option] as const)
  const unknown = [...chosen, ...rejected].filter(([, option]) => typeof option === 'string' && !ids.includes(option))
  return [
    ...[...twice].map((id) => `two options have the id ${id}`),
    ...unknown.map(([place, option]) => `/${place} names the option ${option}, which is none`),
  ]
}

function dayFaults(data: RecordCore): readonly string[] {
  const reviews = objects(data['reviews']).flatMap((review, at) =>
    ['on', 'withdrawn_on'].map((key) => [`reviews/${at}/${key}`, review[key]] as const),
  )
  return [['decided_on', data['decided_on']] as const, ...reviews]
    .filter(([, day]) => typeof day === 'string' && !isRealDay(day))
    .map(([place, day]) => `/${place} is ${day}, which is no day`)
}

function proposedFaults(data: RecordCore): readonly string[] {
  if (data['state'] !== 'proposed') return []
  return ['decided_by', 'decided_on', 'seal', 'closed_digest']
    .filter((field) => (data[field] ?? null) !== null)
    .map((field) => `a proposed record has ${field}`)
}

function objects(value: JsonValue | undefined): readonly RecordCore[] {
  return (isJsonList(value) ? value : []).map((entry) => (isJsonObject(entry) ? entry : {}))
}
