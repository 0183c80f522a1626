import { createHash } from 'node:crypto'
import type { JsonValue } from '../codec/json-value.ts'
import type { Fault } from '../fault.ts'

/** A file that the kind lists; its id is null where it has none that can be read. */
export type IdEntry = { readonly id: string | null; readonly file: string }

export type NewId =
  | { readonly ok: true; readonly id: string }
  | {
      readonly ok: false
      readonly fault: Fault<
        'record-id-unallocatable' | 'write-usage-invalid' | 'write-input-invalid' | 'record-id-taken'
      >
    }

type Numbered = { readonly prefix: string; readonly digits: string }

const ID = /^([A-Za-z][A-Za-z0-9]*)-([0-9]+)$/
const NAMED = /^[A-Za-z0-9]+-[0-9]+/
const PREFIX = /^[A-Za-z][A-Za-z0-9]*$/
const WIDTH_MIN = 3

/**
 * The next id of a kind (records.md 6.2): one above the highest number with the prefix, as wide as the widest.
 * `used` are ids at HEAD and at base, so that the id of a deleted record is not given out again (records-ours.md e, 21).
 */
export function allocateRecordId(input: {
  readonly entries: readonly IdEntry[]
  readonly used: readonly string[]
  readonly prefix: string | null
}): NewId {
  const here = input.entries.flatMap(({ id, file }) => numbered(id ?? NAMED.exec(file)?.[0] ?? ''))
  const elsewhere = input.used.flatMap(numbered)
  const prefix = input.prefix ?? onlyPrefix(here) ?? onlyPrefix(here.length === 0 ? elsewhere : [])
  if (prefix === null) return unallocatable(here)
  if (!PREFIX.test(prefix)) {
    const message = `--prefix ${JSON.stringify(prefix)} must be a letter, then letters and digits`
    return { ok: false, fault: { code: 'write-usage-invalid', message, hint: 'a prefix is like "adr" in adr-001' } }
  }
  const series = [...here, ...elsewhere].filter((entry) => entry.prefix === prefix).map(({ digits }) => digits)
  const next = series.reduce((highest, digits) => (BigInt(digits) > highest ? BigInt(digits) : highest), 0n) + 1n
  const width = series.reduce((widest, { length }) => Math.max(widest, length), WIDTH_MIN)
  return { ok: true, id: `${prefix}-${String(next).padStart(width, '0')}` }
}

/** An id that the writer gave: a text that no record and no file name has yet. */
export function checkGivenId(
  given: JsonValue,
  taken: { readonly entries: readonly IdEntry[]; readonly used: readonly string[] },
): NewId {
  if (typeof given !== 'string' || given === '') {
    return { ok: false, fault: { code: 'write-input-invalid', message: 'the id must be a text that is not empty' } }
  }
  const holder = taken.entries.find(
    ({ id, file }) => id === given || file.startsWith(`${given}-`) || file === `${given}.md`,
  )
  if (holder === undefined && !taken.used.includes(given)) return { ok: true, id: given }
  const where = holder === undefined ? 'a committed record' : holder.file
  const hint = 'leave the id out to get the next free one'
  return { ok: false, fault: { code: 'record-id-taken', message: `the id ${given} is taken by ${where}`, hint } }
}

/**
 * The id of a record in a kind with `idFrom: sha256`, and whether the name claims another one (records.md 4.3). The
 * drift is a warning `asset-drift`, and an entry of `assets` where the name claims a hash.
 */
export function contentId(
  bytes: Uint8Array,
  fileName: string,
): { readonly id: string; readonly drifted: boolean; readonly claimed: string | null } {
  const id = createHash('sha256').update(bytes).digest('hex')
  const stem = fileName.split('.', 1)[0] as string
  return { id, drifted: stem !== id, claimed: /^[0-9a-f]{64}$/.test(stem) ? stem : null }
}

function numbered(id: string): readonly Numbered[] {
  const found = ID.exec(id)
  return found === null ? [] : [{ prefix: found[1] as string, digits: found[2] as string }]
}

function onlyPrefix(entries: readonly Numbered[]): string | null {
  const prefixes = new Set(entries.map(({ prefix }) => prefix))
  return prefixes.size === 1 ? ([...prefixes][0] as string) : null
}

function unallocatable(entries: readonly Numbered[]): NewId {
  const prefixes = [...new Set(entries.map(({ prefix }) => prefix))].sort()
  const message =
    prefixes.length === 0
      ? 'no record has an id to go on from'
      : `the ids have several prefixes (${prefixes.join(', ')}), so the next one is not clear`
  return { ok: false, fault: { code: 'record-id-unallocatable', message, hint: 'name the series with --prefix' } }
}
