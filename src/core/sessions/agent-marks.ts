import { canonicalJson } from '../codec/canonical-json.ts'
import { parseJson } from '../codec/json.ts'
import type { Decision, LogFile } from '../decisions/decision.ts'
import { parseDecisionFile } from '../decisions/parse-decision-file.ts'

/**
 * By what a change that an agent's call made is known again, however the file is laid out and whatever comes after it:
 * the entries at their place, or a whole new file.
 */
export type ChangeMark = {
  readonly file: string
  /** Index of the first entry that was appended; 0 for a new file. */
  readonly from: number
  /** How many entries; 0 for a new file. */
  readonly count: number
  /** Canonical JSON of the entries or of the file; the bare text of a file that is no JSON. */
  readonly content: string
}

/** The mark of the entries from an index on. */
export function markEntries(decision: Decision, from: number): ChangeMark {
  const entries = decision.history.slice(from).map((entry) => entry.json)
  return { file: decision.file, from, count: entries.length, content: canonicalJson(entries) }
}

/** The mark of a whole file. */
export function markFile(file: LogFile): ChangeMark {
  const parsed = parseJson(file.text, { file: file.name })
  const content = parsed.ok ? canonicalJson(parsed.value.value) : file.text
  return { file: file.name, from: 0, count: 0, content }
}

/** Whether two marks are of one change. */
export function isSameMark(a: ChangeMark, b: ChangeMark): boolean {
  return a.file === b.file && a.from === b.from && a.content === b.content
}

/** Whether the marked change still stands in the file. */
export function standsIn(mark: ChangeMark, file: LogFile): boolean {
  if (mark.file !== file.name) return false
  if (mark.count === 0) return markFile(file).content === mark.content
  const parsed = parseDecisionFile(file)
  if (!parsed.ok) return false
  const entries = parsed.value.history.slice(mark.from, mark.from + mark.count).map((entry) => entry.json)
  return canonicalJson(entries) === mark.content
}

/** The text of a file without what is held in it. */
export function cutHeld(held: readonly ChangeMark[], file: LogFile): string {
  const first = held.filter((mark) => standsIn(mark, file)).sort((a, b) => a.from - b.from)[0]
  return first ? cutBefore(first, file) : file.text
}

/** The file as it was before the marked entries: the history up to them, laid out anew. */
function cutBefore(mark: ChangeMark, file: LogFile): string {
  const value = JSON.parse(file.text.replace(/^\uFEFF/, '')) as { history: readonly unknown[] } // it stands in the file
  return `${JSON.stringify({ ...value, history: value.history.slice(0, mark.from) }, null, 2)}\n`
}
