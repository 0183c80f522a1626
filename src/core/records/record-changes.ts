import { isJsonList, isJsonObject, type JsonValue } from '../codec/json-value.ts'
import type { Pin } from './pins.ts'
import { foldName } from './principal-name.ts'

/** A record as it is compared with itself at another time. */
export type ComparedRecord = {
  readonly id: string | null
  readonly path: string
  readonly state: string | null
  /** What the reviews field holds; hostile. */
  readonly reviews: JsonValue | undefined
  readonly supersededBy: string | null
  readonly pins: readonly Pin[]
}

export type RecordChange =
  | { readonly kind: 'new' | 'removed'; readonly id: string; readonly path: string; readonly state: string | null }
  | { readonly kind: 'state'; readonly id: string; readonly from: string | null; readonly to: string | null }
  | {
      readonly kind: 'verdict'
      readonly id: string
      readonly principal: string
      readonly verdict: string
      readonly index: number
    }
  | { readonly kind: 'supersession'; readonly id: string; readonly supersedes: string }
  | {
      readonly kind: 'pin'
      readonly id: string
      readonly path: string
      readonly from: string | null
      readonly to: string | null
    }

/**
 * What happened to the records of a kind between two readings (records.md 10.5), by id, in the order of the later reading.
 * Of several files with one id the first counts; records without an id are left out.
 */
export function recordChanges(
  earlier: readonly ComparedRecord[],
  later: readonly ComparedRecord[],
): readonly RecordChange[] {
  const [before, now] = [byId(earlier), byId(later)]
  const changes = [...now].flatMap(([id, record]) => changesOf(id, before.get(id) ?? null, record))
  const removed = [...before].filter(([id]) => !now.has(id))
  return [...changes, ...removed.map(([id, { path, state }]): RecordChange => ({ kind: 'removed', id, path, state }))]
}

function changesOf(id: string, before: ComparedRecord | null, now: ComparedRecord): readonly RecordChange[] {
  const changes: RecordChange[] = []
  if (before === null) changes.push({ kind: 'new', id, path: now.path, state: now.state })
  else if (before.state !== now.state) changes.push({ kind: 'state', id, from: before.state, to: now.state })
  changes.push(...newVerdicts(id, before?.reviews, now.reviews))
  if (now.supersededBy !== null && now.supersededBy !== before?.supersededBy) {
    changes.push({ kind: 'supersession', id: now.supersededBy, supersedes: id })
  }
  return before === null ? changes : [...changes, ...pinChanges(id, before.pins, now.pins)]
}

/** Two entries are the same where principal, verdict, day and session agree; each earlier one stands for one of now. */
function newVerdicts(id: string, before: JsonValue | undefined, now: JsonValue | undefined): readonly RecordChange[] {
  const known = new Map<string, number>()
  for (const { key } of verdictsIn(before)) known.set(key, (known.get(key) ?? 0) + 1)
  return verdictsIn(now).flatMap(({ key, principal, verdict, index }): readonly RecordChange[] => {
    const left = known.get(key) ?? 0
    if (left === 0) return [{ kind: 'verdict', id, principal, verdict, index }]
    known.set(key, left - 1)
    return []
  })
}

function verdictsIn(reviews: JsonValue | undefined) {
  return (isJsonList(reviews) ? reviews : []).flatMap((entry, index) => {
    if (!isJsonObject(entry)) return []
    const { reviewer, verdict, on, session } = entry
    if (typeof reviewer !== 'string' || typeof verdict !== 'string') return []
    const principal = foldName(reviewer)
    return [{ principal, verdict, index, key: JSON.stringify([principal, verdict, on ?? null, session ?? null]) }]
  })
}

function pinChanges(id: string, before: readonly Pin[], now: readonly Pin[]): readonly RecordChange[] {
  const [old, fresh] = [before, now].map((pins) => new Map(pins.map(({ path, sha256 }) => [path, sha256])))
  const paths = [...new Set([...(old?.keys() ?? []), ...(fresh?.keys() ?? [])])]
  return paths.flatMap((path): readonly RecordChange[] => {
    const [from, to] = [old?.get(path) ?? null, fresh?.get(path) ?? null]
    return from === to ? [] : [{ kind: 'pin', id, path, from, to }]
  })
}

function byId(records: readonly ComparedRecord[]): ReadonlyMap<string, ComparedRecord> {
  const found = new Map<string, ComparedRecord>()
  for (const record of records) if (record.id !== null && !found.has(record.id)) found.set(record.id, record)
  return found
}
