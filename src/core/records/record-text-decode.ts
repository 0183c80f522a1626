import { recordTextFault } from './record-text-fault.ts'
import type { RecordTextFault } from './record-text-types.ts'

const STRICT = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const LENIENT = new TextDecoder('utf-8', { ignoreBOM: true })

/**
 * The text of a record file. Bytes that are no UTF-8 are a fault; the text then has U+FFFD in their place, for the
 * digest alone: a reader that replaces them comes to the same digest (records.md 4.1).
 */
export function decodeRecord(
  bytes: Uint8Array,
  file: string,
): { readonly text: string; readonly fault: RecordTextFault | null } {
  try {
    return { text: STRICT.decode(bytes), fault: null }
  } catch {
    const text = LENIENT.decode(bytes)
    return { text, fault: encodingFault(text, bytes, file) }
  }
}

function encodingFault(text: string, bytes: Uint8Array, file: string): RecordTextFault {
  const line = lineOfFirstBadByte(text, bytes)
  const hint = 'save the file as UTF-8'
  return recordTextFault(
    'encoding',
    'the file is not UTF-8: it holds bytes that are no character',
    { file, line },
    hint,
  )
}

/** The first U+FFFD that the bytes do not spell out themselves. */
function lineOfFirstBadByte(text: string, bytes: Uint8Array): number {
  const again = new TextEncoder().encode(text)
  let line = 1
  for (let at = 0; at < bytes.length && bytes[at] === again[at]; at += 1) if (bytes[at] === 0x0a) line += 1
  return line
}
