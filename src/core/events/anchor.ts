import { isTokenObject, NumberToken, type TokenObject, wholeNumber } from '../codec/token-json.ts'

/** What another record saw of an event log: after so many events, its head was this (protocol-a 17.2, E6). */
export type LogAnchor = {
  /** The log's path below the project, such as `.hpp/events.jsonl`. */
  readonly log: string
  readonly events: number
  readonly headSha256: string
}

/** The key, ours, under which a record keeps its anchor. */
export const ANCHOR_KEY = 'event_log'

export function renderAnchor({ log, events, headSha256 }: LogAnchor): TokenObject {
  return { log, events: wholeNumber(events), head_sha256: headSha256 }
}

/** The anchor of a record; null where it has none, or one of another form. */
export function readAnchor(record: TokenObject): LogAnchor | null {
  const anchor = record[ANCHOR_KEY]
  if (!isTokenObject(anchor)) return null
  const { log, events, head_sha256: head } = anchor
  if (typeof log !== 'string' || typeof head !== 'string' || !(events instanceof NumberToken)) return null
  return events.isWhole && events.value > 0 ? { log, events: events.value, headSha256: head } : null
}
