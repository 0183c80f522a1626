import { parseJson } from '../codec/json.ts'
import { isJsonObject, type JsonValue } from '../codec/json-value.ts'

/** The last write of a verb to a file. It counts only while the file has these bytes (records.md 9). */
export type JournalEntry = {
  readonly sha256: string
  readonly verb: string
  readonly by: string | null
  readonly agent: string | null
  readonly at: string
}

/** By the path of the record file, from the top of the work tree. */
export type WriteJournal = ReadonlyMap<string, JournalEntry>

const VERSION = 1

/** Reads `chant-writes.json`. It is a cache: what cannot be read is left out, and another version is empty. */
export function parseWriteJournal(text: string | null): WriteJournal {
  const parsed = text === null ? null : parseJson(text, { file: 'chant-writes.json' })
  const value = parsed?.ok ? parsed.value.value : null
  if (!isJsonObject(value) || value['version'] !== VERSION || !isJsonObject(value['writes'])) return new Map()
  return new Map(
    Object.entries(value['writes']).flatMap(([path, entry]) => {
      const read = entryOf(entry)
      return read === null ? [] : [[path, read] as const]
    }),
  )
}

export function renderWriteJournal(journal: WriteJournal): string {
  return `${JSON.stringify({ version: VERSION, writes: Object.fromEntries(journal) }, null, 2)}\n`
}

function entryOf(value: JsonValue): JournalEntry | null {
  if (!isJsonObject(value)) return null
  const { sha256, verb, by, agent, at } = value
  if (typeof sha256 !== 'string' || typeof verb !== 'string' || typeof at !== 'string') return null
  return { sha256, verb, by: typeof by === 'string' ? by : null, agent: typeof agent === 'string' ? agent : null, at }
}
