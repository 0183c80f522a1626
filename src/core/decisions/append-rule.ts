import type { Decision } from './decision.ts'

export type HistoryChange =
  | { readonly kind: 'same' }
  /** `from` is the index of the first new entry. */
  | { readonly kind: 'appended'; readonly from: number }
  /** `entry` is the index of the first entry that is not as it was; `what` says how, in a few words. */
  | { readonly kind: 'broken'; readonly entry: number; readonly what: string }

/** The append rule: whether `after` is `before` with nothing but new entries behind it, as JSON values. */
export function compareHistories(before: Decision, after: Decision): HistoryChange {
  return before === after ? { kind: 'same' } : { kind: 'broken', entry: 0, what: 'not compared yet' }
}
