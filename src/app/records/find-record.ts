import { createHash } from 'node:crypto'
import { Refusal } from '../../core/fault.ts'
import { nearMatches } from '../../core/near-matches.ts'
import type { RecordCore } from '../../core/records/record.ts'
import type { World } from '../world.ts'
import { writePlace } from './open-write.ts'
import type { KindReading, RecordEntry } from './read-kind.ts'
import { ConflictRefusal } from './run-verb.ts'

/** A record that parses and has an id: what a verb can write. */
export type FoundRecord = RecordEntry & { readonly id: string; readonly data: RecordCore }

/** The one record of an id (records.md 8.3, step 6). */
export function findRecord({ records }: KindReading, id: string): FoundRecord {
  const found = records.filter((record): record is FoundRecord => record.id === id && record.data !== null)
  const [only, second] = found
  if (only !== undefined && second === undefined) return only
  if (only !== undefined) {
    const message = `several files have the id ${id}: ${found.map(({ path }) => path).join(', ')}`
    throw new Refusal({ code: 'record-id-duplicate', message })
  }
  const broken = records.find(({ path, data }) => data === null && path.includes(`/${id}`))
  const near = nearMatches(
    id,
    records.flatMap((record) => record.id ?? []),
  )[0]
  const hint =
    broken !== undefined
      ? `${broken.path} cannot be read as a record: ${broken.reasons[0]?.message}`
      : near === undefined
        ? 'bylaw records lists them'
        : `did you mean ${near}?`
  throw new Refusal({ code: 'record-not-found', message: `no record has the id ${id}`, hint })
}

/** Compare and set: refuses where the record is another text than the caller has seen (records.md 9). */
export async function checkUnchanged(
  world: Pick<World, 'git' | 'recordWrites'>,
  { place }: KindReading,
  { record, expect }: { readonly record: FoundRecord; readonly expect: string | null },
): Promise<void> {
  if (expect === null || expect === record.digest) return
  const entry = (await world.recordWrites.journal(await writePlace(world, place))).get(record.path)
  const sha256 = createHash('sha256').update(record.text).digest('hex')
  const lastWrite =
    entry?.sha256 === sha256 ? { verb: entry.verb, by: entry.by, agent: entry.agent, at: entry.at } : null
  const { id, path, digest } = record
  const by =
    lastWrite === null ? '' : `, by ${[lastWrite.verb, lastWrite.agent ?? lastWrite.by].filter(Boolean).join(' of ')}`
  const message = `${id} changed since it was read${by}: its digest is ${digest}`
  throw new ConflictRefusal(
    { code: 'record-conflict', message, hint: 'read it again and decide anew' },
    { id, path, expected: expect, digest, lastWrite },
  )
}
