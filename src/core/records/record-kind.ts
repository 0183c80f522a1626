/** A field of the front matter; with `key`, a list of objects whose `key` holds what is meant. */
export type KeyedField = { readonly field: string; readonly key: string | null }
export type SchemaFile = { readonly id: string; readonly path: string }

/** The states of a kind; a kind without states has records whose state is null. */
export type KindStates = {
  readonly field: string
  readonly all: readonly string[]
  readonly closed: readonly string[]
}

/** A kind of records (records.md 2), read from its file and checked. Absent keys are null. */
export type RecordKind = {
  readonly name: string
  readonly location: { readonly dir: string; readonly match: string }
  readonly format: 'markdown-front-matter' | 'json'
  readonly schema: SchemaFile & { readonly refs: readonly SchemaFile[] }
  /** The field that holds the id; null where the id is the hash of the file's bytes (`idFrom`). */
  readonly idField: string | null
  readonly states: KindStates | null
  readonly supersedes: KeyedField | null
  readonly remediates: KeyedField | null
  /** Rank by state; a state left out ranks 0. Null for a kind without ranks. */
  readonly approval: ReadonlyMap<string, number> | null
  readonly pins: string | null
  readonly constrains: string | null
  readonly outOfScope: string | null
  readonly reviews: { readonly field: string; readonly decider: string; readonly ratified: string | null } | null
  readonly proposedBy: string | null
  readonly source: string | null
  /** The field that holds the record seal. */
  readonly seal: string | null
  readonly spec: boolean
  /** Keys of kinds that are read and not acted on: checked, then kept away. */
  readonly other: { readonly session: boolean; readonly work: boolean; readonly answers: boolean }
}

/** Whether a record in this state is never written again. */
export function isClosed(kind: Pick<RecordKind, 'states'>, state: string | null): boolean {
  return state !== null && kind.states?.closed.includes(state) === true
}

/** The approval rank of a state: 0 for one that the kind does not rank (records.md 15). */
export function rankOf(kind: Pick<RecordKind, 'approval'>, state: string | null): number {
  return (state === null ? undefined : kind.approval?.get(state)) ?? 0
}

/** The keys by which the review digest leaves fields out (records.md 12.1), as a kind file writes them. */
export function digestKeysOf({ states, reviews, seal }: Pick<RecordKind, 'states' | 'reviews' | 'seal'>) {
  const ratified = reviews?.ratified ?? null
  return {
    ...(states === null ? {} : { stateField: states.field }),
    ...(reviews === null ? {} : { reviews: { field: reviews.field, ...(ratified === null ? {} : { ratified }) } }),
    ...(seal === null ? {} : { seal: { field: seal } }),
  }
}
