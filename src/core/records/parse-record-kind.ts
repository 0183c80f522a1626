import { isJsonObject, type JsonValue } from '../codec/json-value.ts'
import { compileTextPattern } from '../codec/text-pattern.ts'
import type { Fault, Parsed } from '../fault.ts'
import type { ShapeIssue } from './data-shape.ts'
import { type KindFile, kindFile } from './kind-file.ts'
import { kindRules } from './kind-rules.ts'
import { parseKindSource } from './kind-source.ts'
import type { KeyedField, RecordKind } from './record-kind.ts'

/**
 * Reads the text of a kind file (records.md 2, records-ours.md, Verbs). Every fault of the object at once, each message
 * `<key path>: <why>` with the line it points at; `joinFaults` makes the one message of them.
 */
export function parseRecordKind(text: string, file: string): Parsed<RecordKind, 'kind-invalid'> {
  const source = parseKindSource(text, file)
  if (!source.ok) return source
  const { value, lineOf } = source.value
  const issues = kindIssues(value)
  if (issues.length === 0) return { ok: true, value: toKind(value as KindFile) } // the shape was checked just above
  const faults = issues.map(({ path, why }): Fault<'kind-invalid'> => {
    const line = nearestLine(path.map(String), lineOf)
    const message = `${path.join('.')}: ${why}`
    return { code: 'kind-invalid', message, at: { file, ...(line === null ? {} : { line }) } }
  })
  return { ok: false, faults }
}

/** One message of all faults, as chant writes it. */
export function joinFaults(faults: readonly Fault[]): string {
  return faults.map(({ message }) => message).join('; ')
}

function kindIssues(value: JsonValue): readonly ShapeIssue[] {
  const issues = kindFile(value, [])
  return isJsonObject(value) ? [...issues, ...kindRules(value, issues), ...patternIssues(value['location'])] : issues
}

/** A pattern that cannot be compiled, or not in linear time, would fail or hang every read of the folder. */
function patternIssues(location: JsonValue | undefined): readonly ShapeIssue[] {
  const match = isJsonObject(location) ? location['match'] : null
  if (typeof match !== 'string') return []
  const compiled = compileTextPattern(match)
  return compiled.ok ? [] : compiled.faults.map(({ message }) => ({ path: ['location', 'match'], why: message }))
}

function nearestLine(path: readonly string[], lineOf: (path: string) => number | null): number | null {
  for (let depth = path.length; depth >= 0; depth--) {
    const line = lineOf(path.slice(0, depth).join('.'))
    if (line !== null) return line
  }
  return null
}

function toKind(file: KindFile): RecordKind {
  const { stateField, states, closedStates, reviews } = file
  return {
    name: file.name,
    location: { dir: file.location.dir, match: file.location.match },
    format: file.format,
    schema: { id: file.schema.id, path: file.schema.path, refs: file.schema.refs ?? [] },
    idField: file.idField ?? null,
    states: stateField && states && closedStates ? { field: stateField, all: states, closed: closedStates } : null,
    supersedes: keyed(file.supersedes),
    remediates: keyed(file.remediates),
    approval: file.approval ? new Map(Object.entries(file.approval)) : null,
    pins: file.pins?.field ?? null,
    constrains: file.constrains?.field ?? null,
    outOfScope: file.outOfScope?.field ?? null,
    reviews: reviews ? { field: reviews.field, decider: reviews.decider, ratified: reviews.ratified ?? null } : null,
    proposedBy: file.proposedBy?.field ?? null,
    source: file.source?.field ?? null,
    seal: file.seal?.field ?? file.session?.seal ?? null,
    spec: file.spec ?? false,
    other: { session: !!file.session, work: !!file.work, answers: !!file.answers },
  }
}

function keyed(field: KindFile['supersedes']): KeyedField | null {
  return field ? { field: field.field, key: field.key ?? null } : null
}
