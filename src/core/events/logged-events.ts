import {
  canonicalTokenJson,
  isTokenObject,
  parseTokenJson,
  type TokenObject,
  wholeNumber,
} from '../codec/token-json.ts'
import { GENESIS_SHA256, hashLine } from './event-line.ts'
import type { Loop } from './loop.ts'

/** One event with what it carries. */
export type LoggedEvent = {
  readonly seq: number
  readonly type: string
  readonly data: TokenObject
  /** Of the line before it, as it stands. */
  readonly prevSha256: string
}

/** Every event of a log that was read without a fault, in order. */
export function readLoggedEvents(bytes: Uint8Array): readonly LoggedEvent[] {
  const events: LoggedEvent[] = []
  let prevSha256 = GENESIS_SHA256
  let seq = 0
  for (const piece of new TextDecoder().decode(bytes).split('\n')) {
    seq += 1
    const line = piece.replace(/\r+$/, '')
    const parsed = parseTokenJson(line, { file: 'events.jsonl' })
    if (!parsed.ok || !isTokenObject(parsed.value)) continue // blank: anything else was refused before
    const { type, data } = parsed.value
    events.push({ seq, type: String(type), data: isTokenObject(data) ? data : {}, prevSha256 })
    prevSha256 = hashLine(new TextEncoder().encode(line))
  }
  return events
}

/** The text that a signature of an event covers: the event with its link, so with all that was before it. */
export function signedEventText({ seq, type, data, prevSha256 }: LoggedEvent): string {
  const { signature: _, ...rest } = data
  return canonicalTokenJson({
    data: rest,
    id: `event:${seq}`,
    prev_sha256: prevSha256,
    seq: wholeNumber(seq),
    type,
  })
}

/** Events with the gates that they went through, as a loop names them. The events must follow it. */
export function gatesPassed(
  loop: Loop,
  events: readonly LoggedEvent[],
): readonly { readonly gate: string; readonly event: LoggedEvent }[] {
  let state = loop.initial
  return events.flatMap((event) => {
    const step = loop.transitions.find(({ from, event: type }) => from === state && type === event.type)
    if (step === undefined) return []
    state = step.to
    return [{ gate: step.gate, event }]
  })
}
