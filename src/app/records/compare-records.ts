import { Refusal } from '../../core/fault.ts'
import { readPins } from '../../core/records/pins.ts'
import { type ComparedRecord, type RecordChange, recordChanges } from '../../core/records/record-changes.ts'
import type { DeclaredKind } from '../../core/records/workspace-declaration.ts'
import { declaredKinds, kindIsRequired } from './declared-kinds.ts'
import type { FailedKind, ListQuestion } from './list-records.ts'
import { openPlace, type RecordsWorld } from './open-place.ts'
import { type KindReading, readKind } from './read-kind.ts'

export type KindChanges =
  | {
      readonly kind: 'compared'
      readonly declared: DeclaredKind | null
      /** The later reading. */
      readonly reading: KindReading
      readonly changes: readonly RecordChange[]
    }
  | FailedKind

export type RecordsSince = {
  readonly kind: 'records-since'
  readonly wasNamed: boolean
  /** The commit that was named. */
  readonly since: string
  readonly kinds: readonly KindChanges[]
}

/** What happened to records since a commit, up to the work tree or `--at` (records.md 10.5). */
export async function compareRecords(
  world: RecordsWorld,
  question: ListQuestion & { readonly since: string },
): Promise<RecordsSince> {
  if (question.current || question.uncommitted || question.base !== null || question.requireAttested) {
    const message = '--since goes with --kind and --at only'
    throw new Refusal({ code: 'usage/exclusive', message })
  }
  const now = await openPlace(world, { at: question.at })
  const before = await openPlace(world, { at: question.since })
  const named = question.kind === null ? await declaredKinds(world, now) : [{ kindFile: question.kind, declared: null }]
  if (named.length === 0) throw kindIsRequired()
  const kinds: KindChanges[] = []
  for (const { kindFile, declared } of named) {
    try {
      const reading = await readKind(world, { place: now, kindFile, declared })
      const earlier = await orNone(readKind(world, { place: before, kindFile, declared }))
      kinds.push({ kind: 'compared', declared, reading, changes: recordChanges(compared(earlier), compared(reading)) })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      kinds.push({ kind: 'failed', declared, kindFile, fault: error.fault })
    }
  }
  return { kind: 'records-since', wasNamed: question.kind !== null, since: before.at ?? '', kinds }
}

/** A kind that had no folder then had no records. */
async function orNone(reading: Promise<KindReading>): Promise<KindReading | null> {
  try {
    return await reading
  } catch (error) {
    if (error instanceof Refusal && error.fault.code === 'location-missing') return null
    throw error
  }
}

function compared(reading: KindReading | null): readonly ComparedRecord[] {
  if (reading === null) return []
  const { reviews, pins } = reading.loaded.kind
  return reading.records.map(({ id, path, state, data, supersededBy }) => ({
    id,
    path,
    state,
    supersededBy,
    reviews: reviews === null ? undefined : data?.[reviews.field],
    pins: pins === null ? [] : readPins(data?.[pins]),
  }))
}
