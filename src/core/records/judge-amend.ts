import type { Fault } from '../fault.ts'
import { changedFields, type FieldChanges, mergeFields } from './merge-fields.ts'
import type { RecordCore } from './record.ts'
import { isClosed, type RecordKind, rankOf } from './record-kind.ts'
import { isAnsweredOnly } from './review-changes.ts'

export type AmendCode =
  | 'write-input-invalid'
  | 'amend-id-immutable'
  | 'record-closed'
  | 'amend-supersede-instead'
  | 'amend-reviews-append-only'

export type AmendQuestion = FieldChanges & {
  readonly kind: RecordKind
  readonly before: RecordCore
  readonly signing: boolean
  /** Field names in the order of the schema. */
  readonly schemaOrder?: readonly string[]
}

export type AmendPlan =
  | { readonly kind: 'refused'; readonly fault: Fault<AmendCode> }
  | { readonly kind: 'may-change'; readonly after: RecordCore; readonly changed: readonly string[] }

type Change = {
  readonly kind: RecordKind
  readonly before: RecordCore
  readonly after: RecordCore
  readonly changed: readonly string[]
}

/**
 * What an amendment may change, by the state that the record is in (records.md 7 and 8.3, steps 5 and 8 to 11;
 * records-ours.md, Verbs). Nothing changed and nothing to sign is no write, on a closed record too. Schema and quorum
 * are judged after this, on the record as it would be.
 */
export function judgeAmend({ kind, before, set, unset, signing, schemaOrder }: AmendQuestion): AmendPlan {
  const sealed = sealFields(kind).find((field) => Object.hasOwn(set, field) || unset.includes(field))
  if (sealed !== undefined) return refused('write-input-invalid', `${sealed} is written by the verbs, never given`)
  const fixed = [kind.idField, kind.states?.field].find((field) => field != null && unset.includes(field))
  if (fixed != null && fixed !== kind.idField) return refused('write-input-invalid', `${fixed} cannot be taken out`)
  const after = mergeFields(before, { set, unset })
  const changed = changedFields({ before, after }, schemaOrder)
  const fault = faultOf({ kind, before, after, changed }, signing)
  return fault === null ? { kind: 'may-change', after, changed } : { kind: 'refused', fault }
}

/** The fields that only a verb writes (records.md 8.1). */
export function sealFields(kind: Pick<RecordKind, 'reviews' | 'seal'>): readonly string[] {
  return [...(kind.reviews === null ? [] : ['seal']), ...(kind.seal === null ? [] : [kind.seal])]
}

function faultOf(change: Change, signing: boolean): Fault<AmendCode> | null {
  const { kind, before, after, changed } = change
  if (kind.idField !== null && changed.includes(kind.idField)) {
    return { code: 'amend-id-immutable', message: `the id ${nameOf(change)} stays as it is` }
  }
  if (changed.length === 0 && !signing) return null
  const state = stateOf(kind, before)
  if (isClosed(kind, state)) {
    return { code: 'record-closed', message: `${nameOf(change)} is ${state} and closed`, hint: supersedeHint(change) }
  }
  const barred = rankOf(kind, state) > 0 ? barredFields(change) : []
  if (barred.length > 0) {
    const message = `${nameOf(change)} is ${state}: ${barred.join(', ')} cannot change any more`
    return { code: 'amend-supersede-instead', message, hint: supersedeHint(change) }
  }
  const reviews = kind.reviews?.field
  if (
    reviews === undefined ||
    !changed.includes(reviews) ||
    isAnsweredOnly(before[reviews] ?? [], after[reviews] ?? [])
  )
    return null
  const message = `amend may only answer an open dissent in ${reviews}, with addressed_by or withdrawn_on`
  return { code: 'amend-reviews-append-only', message, hint: 'verdicts are added by `records review`' }
}

/** What an approved record may not change: all but its state (upwards), its pins and its reviews. */
function barredFields({ kind, before, after, changed }: Change): readonly string[] {
  const free = [kind.states?.field, kind.pins, kind.reviews?.field]
  const isLowered = rankOf(kind, stateOf(kind, after)) < rankOf(kind, stateOf(kind, before))
  return changed.filter((field) => !free.includes(field) || (isLowered && field === kind.states?.field))
}

function stateOf(kind: RecordKind, core: RecordCore): string | null {
  const state = kind.states === null ? null : core[kind.states.field]
  return typeof state === 'string' ? state : null
}

function nameOf({ kind, before }: Change): string {
  const id = kind.idField === null ? null : before[kind.idField]
  return typeof id === 'string' ? id : 'the record'
}

function supersedeHint({ kind, before }: Change): string {
  const link = kind.supersedes
  const id = kind.idField === null ? null : before[kind.idField]
  if (link === null) return 'write a new record'
  const target = link.key === null ? id : { [link.key]: id }
  return `write a new record with \`records new\` and ${link.field}: ${JSON.stringify([target])}`
}

function refused(code: AmendCode, message: string): AmendPlan {
  return { kind: 'refused', fault: { code, message } }
}
