import { createHash } from 'node:crypto'
import {
  canonicalTokenJson,
  isTokenObject,
  NumberToken,
  parseTokenJson,
  type TokenObject,
  wholeNumber,
} from '../codec/token-json.ts'

/** The hash of nothing, which the first line links to (protocol-a 5.2). */
export const GENESIS_SHA256 = createHash('sha256').digest('hex')

export type EventDraft = { readonly seq: number; readonly type: string; readonly data: TokenObject }

/** The line of one event, without its line end: canonical JSON that links to the line before (protocol-a 5.1). */
export function renderEventLine({ seq, type, data }: EventDraft, prevSha256: string): string {
  return canonicalTokenJson({ data, id: `event:${seq}`, prev_sha256: prevSha256, seq: wholeNumber(seq), type })
}

export type EventLine = {
  readonly type: string
  /** What the line says of the line before: `none` where it has no key, `malformed` where that is no digest. */
  readonly link:
    | { readonly kind: 'digest'; readonly sha256: string }
    | { readonly kind: 'none' }
    | { readonly kind: 'malformed' }
}

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
/** A line as `renderEventLine` writes it for an event without data: most are, and need no JSON reader. */
const PLAIN_LINE =
  /^\{"data":\{\},"id":"event:(\d+)","prev_sha256":"([0-9a-f]{64})","seq":(\d+),"type":"([A-Za-z_-]+)"\}$/
const DIGEST = /^[0-9a-f]{64}$/

/**
 * Reads the line at a physical place of the file, counted from 1, or says what is wrong with it. Refused: what is no
 * UTF-8 or JSON, keys that stand twice, no object, no text `type`, a `seq` or `id` of another place. Other keys are
 * ignored.
 */
export function readEventLine(bytes: Uint8Array, place: number): EventLine | { readonly wrong: string } {
  let text: string
  try {
    text = UTF8.decode(bytes)
  } catch {
    return { wrong: 'not UTF-8' }
  }
  const plain = PLAIN_LINE.exec(text)
  if (plain !== null && plain[1] === String(place) && plain[3] === plain[1]) {
    return { type: plain[4] as string, link: { kind: 'digest', sha256: plain[2] as string } }
  }
  if (text.startsWith('\ufeff')) return { wrong: 'it begins with a byte order mark' }
  const parsed = parseTokenJson(text, { file: 'events.jsonl' })
  if (!parsed.ok) return { wrong: parsed.faults[0]?.message ?? 'no valid JSON' }
  const event = parsed.value
  if (!isTokenObject(event)) return { wrong: 'event needs a type (it is no object)' }
  const { type, seq, id, prev_sha256: link } = event
  if (typeof type !== 'string') return { wrong: 'event needs a type' }
  if (seq !== undefined && !(seq instanceof NumberToken && seq.isWhole && seq.value === place)) {
    return { wrong: `non-contiguous seq (${place} should stand here)` }
  }
  if (id !== undefined && id !== `event:${place}`)
    return { wrong: `invalid event id (event:${place} should stand here)` }
  if (link === undefined) return { type, link: { kind: 'none' } }
  if (typeof link !== 'string' || !DIGEST.test(link)) return { type, link: { kind: 'malformed' } }
  return { type, link: { kind: 'digest', sha256: link } }
}

/** The hash of a line as it stands, without its line end (protocol-a 5.2). */
export function hashLine(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
