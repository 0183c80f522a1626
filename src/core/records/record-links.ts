import { isJsonList, isJsonObject, type JsonValue } from '../codec/json-value.ts'
import { findRings } from './find-rings.ts'
import type { Reason, Warning } from './record-codes.ts'
import { isClosed, type KeyedField, type RecordKind, rankOf } from './record-kind.ts'

/** A record as its links need it. */
export type LinkedRecord = {
  readonly path: string
  readonly id: string | null
  readonly state: string | null
  /** The ids it supersedes and remediates, as the file lists them. */
  readonly supersedes: readonly string[]
  readonly remediates: readonly string[]
  /** What it has against it already: a record with a reason supersedes nothing. */
  readonly reasons: readonly Reason[]
}

/** What the links of all records make of one of them. */
export type LinkOutcome = {
  readonly path: string
  readonly supersededBy: string | null
  readonly remediatedBy: readonly string[]
  /** Those it came with, then those found here. */
  readonly reasons: readonly Reason[]
  readonly warnings: readonly Warning[]
}

const RING_SHOWN_MAX = 8

type Kind = Pick<RecordKind, 'states' | 'approval'>
type Working = LinkedRecord & {
  readonly found: Reason[]
  readonly warnings: Warning[]
  readonly remediatedBy: string[]
  supersededBy: string | null
}
type Link = { readonly from: Working; readonly to: Working }

/** The ids that a field names: one text, a list of texts, or with a key a list of objects (records.md 2). */
export function linkTargets(
  data: { readonly [key: string]: JsonValue } | null,
  link: KeyedField | null,
): readonly string[] {
  const value = link === null ? undefined : data?.[link.field]
  const entries = isJsonList(value) ? value : link?.key === null ? [value] : []
  const ids = entries.map((entry) => (link?.key == null ? entry : isJsonObject(entry) ? entry[link.key] : null))
  return ids.filter((id) => typeof id === 'string')
}

/**
 * What the records of one kind say of each other (records.md 15, records-ours.md c), in the order of their paths. The
 * first file with an id owns it. Among links that take effect the highest rank holds the claim, then the first file.
 */
export function judgeLinks(records: readonly LinkedRecord[], kind: Kind): readonly LinkOutcome[] {
  const all = records.map(toWorking).sort((one, other) => byUnits(one.path, other.path))
  const owners = new Map<string, Working>()
  for (const record of all) {
    if (record.id === null) continue
    const owner = owners.get(record.id)
    if (owner === undefined) owners.set(record.id, record)
    else note(record, 'record-id-duplicate', `${owner.path} has the id ${record.id} already`)
  }
  const invalid = new Set(all.filter(({ found }) => found.length > 0))
  supersede(effectiveLinks(all, { owners, invalid, kind }), kind)
  for (const record of all) remediate(record, owners, kind)
  return all.map(({ path, supersededBy, remediatedBy, found, warnings }) => ({
    path,
    supersededBy,
    remediatedBy,
    reasons: found,
    warnings,
  }))
}

type Scene = {
  readonly owners: ReadonlyMap<string, Working>
  readonly invalid: ReadonlySet<Working>
  readonly kind: Kind
}

function effectiveLinks(all: readonly Working[], { owners, invalid, kind }: Scene): readonly Link[] {
  const links: Link[] = []
  for (const from of all) {
    for (const id of from.supersedes) {
      const to = owners.get(id)
      if (to === undefined) note(from, 'record-supersedes-unknown', `no record has the id ${id}`)
      else if (to === from) continue
      else if (invalid.has(from))
        warn(from, 'record-supersedes-pending', `superseding ${id} waits until ${from.path} is valid`)
      else if (isEffective(from, to, kind)) links.push({ from, to })
      else if (kind.approval !== null) {
        warn(from, 'record-supersedes-pending', `superseding ${id} waits until ${from.id} is approved as highly`)
      }
    }
  }
  return links
}

function isEffective(from: Working, to: Working, kind: Kind): boolean {
  if (kind.approval === null) return isClosed(kind, from.state)
  const rank = rankOf(kind, from.state)
  return rank > 0 && rank >= rankOf(kind, to.state)
}

function supersede(links: readonly Link[], kind: Kind): void {
  const ringOf = findRings(links)
  for (const record of new Set(ringOf.keys())) {
    note(record, 'record-supersedes-cycle', `these records supersede each other: ${sayRing(ringOf.get(record) ?? [])}`)
  }
  const working: Link[] = []
  for (const link of links) {
    if (!ringOf.has(link.from)) working.push(link)
    else if (ringOf.get(link.from) !== ringOf.get(link.to)) {
      warn(link.from, 'record-supersedes-pending', `superseding ${link.to.id} waits until ${link.from.path} is valid`)
    }
  }
  const claims = new Map<Working, Working[]>()
  for (const { from, to } of working) {
    const known = claims.get(to)
    if (known === undefined) claims.set(to, [from])
    else known.push(from)
  }
  for (const link of working) claim(link, claims.get(link.to) ?? [], kind)
}

function claim({ from, to }: Link, claims: readonly Working[], kind: Kind): void {
  const rank = claims.reduce((highest, { state }) => Math.max(highest, rankOf(kind, state)), 0)
  const holder = claims.find(({ state }) => rankOf(kind, state) === rank)
  if (holder === from) to.supersededBy = from.id
  else if (rankOf(kind, from.state) < rank) {
    warn(from, 'record-supersedes-outranked', `${to.id} is superseded by ${holder?.id}, which ranks higher`)
  } else note(from, 'record-supersedes-conflict', `${to.id} is superseded by ${holder?.id} already`)
}

function sayRing(members: readonly Working[]): string {
  const shown = members.slice(0, RING_SHOWN_MAX).map(({ id }) => id)
  return [...shown, ...(members.length > shown.length ? [`and ${members.length - shown.length} more`] : [])].join(', ')
}

function remediate(from: Working, owners: ReadonlyMap<string, Working>, kind: Kind): void {
  for (const id of from.remediates) {
    const to = owners.get(id)
    if (to === undefined) note(from, 'record-remediates-unknown', `no record has the id ${id}`)
    else if (to === from) continue
    else if (!isClosed(kind, to.state)) note(from, 'record-remediates-not-closed', `${id} is not closed`)
    else if (from.id !== null && !to.remediatedBy.includes(from.id)) to.remediatedBy.push(from.id)
  }
}

function toWorking(record: LinkedRecord): Working {
  return { ...record, found: [...record.reasons], warnings: [], remediatedBy: [], supersededBy: null }
}

function note(record: Working, code: Reason['code'], message: string): void {
  record.found.push({ code, message })
}

function warn(record: Working, code: Warning['code'], message: string): void {
  record.warnings.push({ code, message })
}

/** Plain order of code units, as files are taken. */
function byUnits(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}
