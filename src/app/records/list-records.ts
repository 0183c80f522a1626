import { type Fault, Refusal } from '../../core/fault.ts'
import type { DeclaredKind } from '../../core/records/workspace-declaration.ts'
import { type Checkout, lookAtCheckout } from './checkout.ts'
import { declaredKinds, kindIsRequired } from './declared-kinds.ts'
import { openPlace, outsideOfGit, type RecordPlace, type RecordsWorld } from './open-place.ts'
import { type KindReading, type RecordEntry, readKind } from './read-kind.ts'

export type ListQuestion = {
  /** A kind file, from the folder the command works in; null reads every declared kind. */
  readonly kind: string | null
  readonly current: boolean
  readonly at: string | null
  readonly base: string | null
  readonly uncommitted: boolean
  readonly requireAttested: boolean
}

export type KindListing =
  | {
      readonly kind: 'read'
      readonly reading: KindReading
      readonly declared: DeclaredKind | null
      /** Those of the reading that were asked for. */
      readonly listed: readonly RecordEntry[]
      /** Null outside of git, and where a commit is read. */
      readonly checkout: Checkout | null
    }
  | FailedKind

export type FailedKind = {
  readonly kind: 'failed'
  readonly declared: DeclaredKind | null
  readonly kindFile: string
  readonly fault: Fault
}

export type RecordList = {
  readonly kind: 'records'
  readonly question: ListQuestion
  readonly kinds: readonly KindListing[]
  /** Whether a record is listed that its author did not sign, where that was asked for. */
  readonly isUnattested: boolean
}

/** Lists records of one kind, or of every declared one (records.md 10). A kind that cannot be read stops no other. */
export async function listRecords(world: RecordsWorld, question: ListQuestion): Promise<RecordList> {
  if (question.uncommitted && question.at !== null) {
    throw new Refusal({ code: 'usage/exclusive', message: '--uncommitted and --at exclude each other' })
  }
  const place = await openPlace(world, question)
  if (question.uncommitted && !place.isGit) throw outsideOfGit('--uncommitted')
  const kinds: KindListing[] = []
  for (const { kindFile, declared } of await kindsOf(world, place, question.kind)) {
    kinds.push(await listKind(world, { place, question, kindFile, declared }))
  }
  const listed = kinds.flatMap((kind) => (kind.kind === 'read' ? kind.listed : []))
  const isUnattested = question.requireAttested && listed.some(({ author }) => author?.attested !== true)
  return { kind: 'records', question, kinds, isUnattested }
}

async function kindsOf(world: RecordsWorld, place: RecordPlace, named: string | null) {
  if (named !== null) return [{ kindFile: named, declared: null }]
  const declared = await declaredKinds(world, place)
  if (declared.length === 0) throw kindIsRequired()
  return declared
}

type Scene = {
  readonly place: RecordPlace
  readonly question: ListQuestion
  readonly kindFile: string
  readonly declared: DeclaredKind | null
}

async function listKind(world: RecordsWorld, { place, question, kindFile, declared }: Scene): Promise<KindListing> {
  try {
    const reading = await readKind(world, { place, kindFile, declared })
    const checkout = await lookAtCheckout(world, reading)
    const listed = reading.records.filter(
      ({ path, supersededBy }) =>
        (!question.current || supersededBy === null) &&
        (!question.uncommitted || checkout?.stateOf(path) !== 'committed'),
    )
    return { kind: 'read', reading, declared, listed, checkout }
  } catch (error) {
    if (error instanceof Refusal) return { kind: 'failed', declared, kindFile, fault: error.fault }
    throw error
  }
}
