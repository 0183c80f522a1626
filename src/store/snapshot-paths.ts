import { isUtf8 } from 'node:buffer'
import { byCodePoint } from '../core/codec/token-json.ts'

/** Paths of a snapshot, each once, by code point of their texts. */
export type SnapshotPaths = {
  readonly texts: readonly string[]
  /** The names as bytes in the same order, with NUL between them. */
  readonly bytes: Buffer
}

/** Reads what `git ls-files -z` printed. See `SnapshotEntry` for how a name that is no UTF-8 becomes a text. */
export function parseSnapshotPaths(listing: Uint8Array): SnapshotPaths {
  const bytes = Buffer.from(listing.buffer, listing.byteOffset, listing.byteLength)
  if (isUtf8(bytes)) {
    const texts = unique(bytes.toString('utf8').split('\0').sort(byCodePoint), (text) => text)
    return { texts, bytes: Buffer.from(texts.join('\0')) }
  }
  const rows = bytes
    .toString('latin1')
    .split('\0')
    .map((raw) => ({ raw, text: pathText(Buffer.from(raw, 'latin1')) }))
    .sort((one, other) => byCodePoint(one.text, other.text))
  const kept = unique(rows, ({ text }) => text)
  return {
    texts: kept.map(({ text }) => text),
    bytes: Buffer.from(kept.map(({ raw }) => raw).join('\0'), 'latin1'),
  }
}

/** What comes once of a sorted list, without the empty end. */
function unique<T>(sorted: readonly T[], textOf: (item: T) => string): readonly T[] {
  let last = ''
  return sorted.filter((item) => {
    const text = textOf(item)
    if (text === last) return false
    last = text
    return true
  })
}

const SLASH = 0x2f

/** The text of one name. Injective: from the mark `./` on it can be read back, and no name in git holds that mark. */
export function pathText(name: Buffer): string {
  if (isUtf8(name)) return name.toString('utf8')
  let start = 0
  for (let end = name.indexOf(SLASH); end !== -1; end = name.indexOf(SLASH, start)) {
    if (!isUtf8(name.subarray(start, end))) break
    start = end + 1
  }
  return `${name.toString('utf8', 0, start)}./${escapeBytes(name.subarray(start))}`
}

function escapeBytes(bytes: Buffer): string {
  let text = ''
  for (let at = 0; at < bytes.length; ) {
    const length = lengthOfCharacter(bytes, at)
    if (length > 0) text += bytes.toString('utf8', at, at + length)
    else text += `\\x${bytes.toString('hex', at, at + 1)}`
    at += Math.max(length, 1)
  }
  return text
}

/** The bytes of the character that begins here; 0 for a byte that begins none, and for a backslash. */
function lengthOfCharacter(bytes: Buffer, at: number): number {
  const first = bytes[at] ?? 0
  if (first === 0x5c) return 0
  const length = first < 0x80 ? 1 : first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2
  const character = bytes.subarray(at, at + length)
  return character.length === length && isUtf8(character) ? length : 0
}
