import { type EventLine, GENESIS_SHA256, hashLine, readEventLine } from './event-line.ts'

/** Where the reading of a log stands; the state of an empty log is `EMPTY_LOG`. */
export type LogHead = {
  /** Bytes read, up to and with the line end of the last whole line. */
  readonly sizeBytes: number
  /** Physical lines in them, blank ones too: the next line has this number plus one. */
  readonly lines: number
  readonly events: number
  readonly chained: number
  /** Lines without a link: written before there was a chain. */
  readonly legacy: number
  /** Hash of the last line that is not blank. */
  readonly headSha256: string | null
  /** Where that line lies, without its line end. */
  readonly headStart: number
  readonly headEnd: number
}

export const EMPTY_LOG: LogHead = {
  ...{ sizeBytes: 0, lines: 0, events: 0, chained: 0, legacy: 0 },
  ...{ headSha256: null, headStart: 0, headEnd: 0 },
}

/** What stops the reading of a log, with the first divergent place as `event verify` names it. */
export type LogBreak = {
  readonly kind: 'corrupt' | 'torn' | 'chain'
  readonly at: string
  readonly message: string
}

export type LogReading = {
  readonly head: LogHead
  /** The types of the events read now, in order. */
  readonly types: readonly string[]
  /** The first thing wrong; nothing behind it was read. */
  readonly broken: LogBreak | null
  /** The last line has no line end, but is a whole event or blank: whoever appends ends it first. */
  readonly unended: boolean
}

const LINE_FEED = 0x0a
const CARRIAGE_RETURN = 0x0d

/**
 * Reads the bytes behind `from` as lines of an event log and follows the chain through them (protocol-a 5.1, 5.2).
 * It stops at the first line that is no event, breaks the chain, or has no link behind one that has (our own rule: a
 * log does not go back to having no chain). Linear in the bytes. `seen` hears of every event that counts.
 */
export function readEventLog(bytes: Uint8Array, from: LogHead = EMPTY_LOG, seen?: SeenEvent): LogReading {
  const walk = new LogWalk(from, seen)
  let start = 0
  while (start < bytes.length && walk.broken === null) {
    const found = bytes.indexOf(LINE_FEED, start)
    const end = found === -1 ? bytes.length : found
    walk.take(bytes.subarray(start, end), found !== -1)
    start = end + 1
  }
  return walk.reading()
}

/** How many events there are with this one, and its hash. */
export type SeenEvent = (events: number, sha256: string) => void

class LogWalk {
  broken: LogBreak | null = null
  private unended = false
  private head: LogHead
  private readonly types: string[] = []
  private readonly names = new Map<string, string>()

  private readonly seen: SeenEvent | undefined

  constructor(from: LogHead, seen: SeenEvent | undefined) {
    this.head = from
    this.seen = seen
  }

  reading(): LogReading {
    return { head: this.head, types: this.types, broken: this.broken, unended: this.unended }
  }

  take(piece: Uint8Array, isEnded: boolean): void {
    const place = this.head.lines + 1
    const sizeBytes = this.head.sizeBytes + piece.length + (isEnded ? 1 : 0)
    const line = withoutReturns(piece)
    if (isBlank(line)) {
      this.unended = !isEnded
      this.head = { ...this.head, sizeBytes, lines: place }
      return
    }
    const event = readEventLine(line, place)
    if ('wrong' in event) {
      const kind = isEnded ? 'corrupt' : 'torn'
      const message = `corrupt event log at line ${place}: ${isEnded ? event.wrong : `the line was cut off (${event.wrong})`}`
      this.broken = { kind, at: `line ${place}`, message }
      return
    }
    const message = this.chainFault(event, place)
    if (message !== null) {
      this.head = { ...this.head, events: this.head.events + 1 }
      this.broken = { kind: 'chain', at: `event:${place}`, message }
      return
    }
    this.unended = !isEnded
    this.types.push(this.nameOf(event.type))
    const isChained = event.link.kind === 'digest'
    const headSha256 = hashLine(line)
    this.head = {
      sizeBytes,
      lines: place,
      events: this.head.events + 1,
      chained: this.head.chained + (isChained ? 1 : 0),
      legacy: this.head.legacy + (isChained ? 0 : 1),
      headSha256,
      headStart: this.head.sizeBytes,
      headEnd: this.head.sizeBytes + line.length,
    }
    this.seen?.(this.head.events, headSha256)
  }

  /** One text for all events of a type: a piece of a line would keep that whole line in memory. */
  private nameOf(type: string): string {
    const known = this.names.get(type)
    if (known !== undefined) return known
    const name = [...type].join('')
    this.names.set(name, name)
    return name
  }

  private chainFault({ link }: EventLine, place: number): string | null {
    const { headSha256, chained, lines } = this.head
    if (link.kind === 'malformed') return `event:${place}: prev_sha256 is not a sha256 digest`
    if (link.kind === 'none') {
      return chained === 0
        ? null
        : `hash chain broken at event:${place} (it has no prev_sha256, and a line before it has)`
    }
    if (link.sha256 === (headSha256 ?? GENESIS_SHA256)) return null
    const expected = headSha256 === null ? 'the genesis hash' : `line ${lines} as written`
    return `hash chain broken at event:${place} (prev_sha256 does not match ${expected})`
  }
}

function withoutReturns(piece: Uint8Array): Uint8Array {
  let end = piece.length
  while (end > 0 && piece[end - 1] === CARRIAGE_RETURN) end -= 1
  return piece.subarray(0, end)
}

function isBlank(line: Uint8Array): boolean {
  return line.every((byte) => byte === 0x20 || (byte >= 0x09 && byte <= CARRIAGE_RETURN))
}
