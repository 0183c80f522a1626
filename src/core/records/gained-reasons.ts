import type { Fault } from '../fault.ts'
import type { Reason } from './record-codes.ts'

type Judged = { readonly path: string; readonly reasons: readonly Reason[] }

type Question = {
  /** The record that is written. */
  readonly path: string
  readonly before: readonly Judged[]
  /** All records as they would be. */
  readonly after: readonly Judged[]
}

/**
 * The core rule of every write (records.md 8.1): the record that is written has no reason against it, and no other
 * record gains one. Null where that holds. Reasons are compared by code and message.
 */
export function judgeWrite({ path, before, after }: Question): Fault | null {
  const written = after.find((record) => record.path === path)
  if (written === undefined) {
    return { code: 'record-path-unmatched', message: `the kind does not list a file of the name ${path}` }
  }
  const [first] = written.reasons
  if (first !== undefined) {
    const message = written.reasons.map((reason) => reason.message).join('; ')
    return { code: first.code, message, at: { file: path, ...(first.line === undefined ? {} : { line: first.line }) } }
  }
  const known = new Map(before.map((record) => [record.path, new Set(record.reasons.map(keyOf))]))
  for (const record of after) {
    if (record.path === path) continue
    const gained = record.reasons.find((reason) => known.get(record.path)?.has(keyOf(reason)) !== true)
    if (gained === undefined) continue
    const message = `writing ${path} would make ${record.path} invalid: ${gained.message}`
    return { code: gained.code, message, at: { file: record.path } }
  }
  return null
}

function keyOf({ code, message }: Reason): string {
  return `${code}\n${message}`
}
