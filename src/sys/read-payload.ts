import { readSync } from 'node:fs'

/** More than any payload is read no further than this. */
const HARD_CAP_BYTES = 64 * 1024 * 1024
const WAIT_MS = 8_000
const CHUNK_BYTES = 64 * 1024

export type RawPayload =
  | { readonly kind: 'text'; readonly text: string; readonly sizeBytes: number }
  /** The harness never finished it: it stayed open without more to read, or grew without end. */
  | { readonly kind: 'unfinished'; readonly why: string }

/**
 * Reads one payload from standard input. It ends with the stream, or as soon as what was read is one whole JSON
 * document: some harnesses never close the stream. Most payloads come in one piece; only when one does not is the
 * stream made non-blocking (2 ms), so that the rest is waited for with a deadline and a stall is no hang.
 */
export function readPayload(waitMs = WAIT_MS): RawPayload {
  const first = readChunk()
  if (first === 'end') return { kind: 'text', text: '', sizeBytes: 0 }
  if (first !== 'later' && isWhole([first])) return { kind: 'text', text: join([first]), sizeBytes: first.length }
  makeNonBlocking()
  return readRest(first === 'later' ? [] : [first], waitMs)
}

function readRest(chunks: Buffer[], waitMs: number): RawPayload {
  let size = chunks[0]?.length ?? 0
  let looked = size
  const deadline = Date.now() + waitMs
  for (;;) {
    const chunk = readChunk()
    if (chunk === 'end') return { kind: 'text', text: join(chunks), sizeBytes: size }
    if (chunk === 'later') {
      // A whole document is looked for only where the stream pauses: at every piece it would cost the square of them.
      if (looked < size && isWhole(chunks)) return { kind: 'text', text: join(chunks), sizeBytes: size }
      looked = size
      if (Date.now() > deadline) return { kind: 'unfinished', why: 'the payload on standard input never ended' }
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2)
      continue
    }
    chunks.push(chunk)
    size += chunk.length
    if (size > HARD_CAP_BYTES) return { kind: 'unfinished', why: `the payload is over ${HARD_CAP_BYTES} bytes` }
  }
}

/** Opening the stream object is what sets the flag on a pipe or socket; nothing is ever read through it. */
function makeNonBlocking(): void {
  void process.stdin
}

function readChunk(): Buffer | 'end' | 'later' {
  const buffer = Buffer.allocUnsafe(CHUNK_BYTES)
  try {
    const length = readSync(0, buffer, 0, CHUNK_BYTES, null)
    return length === 0 ? 'end' : buffer.subarray(0, length)
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code
    if (code === 'EAGAIN') return 'later'
    return 'end' // closed or never there: what was read so far is judged, and nothing is a refusal
  }
}

function join(chunks: readonly Buffer[]): string {
  return (chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)).toString('utf8')
}

/** Whether the last byte that is neither blank nor NUL closes an object: the cheap sign of a whole document. */
function endsLikeJson(chunks: readonly Buffer[]): boolean {
  for (let at = chunks.length - 1; at >= 0; at--) {
    const chunk = chunks[at] as Buffer // in range
    for (let i = chunk.length - 1; i >= 0; i--) {
      const byte = chunk[i] as number // in range
      if (byte !== 10 && byte !== 13 && byte !== 32 && byte !== 9 && byte !== 0) return byte === 125
    }
  }
  return false
}

function isWhole(chunks: readonly Buffer[]): boolean {
  if (!endsLikeJson(chunks)) return false
  try {
    JSON.parse(
      join(chunks)
        .replace(/^\uFEFF/, '')
        .replace(/\0+$/, ''),
    )
    return true
  } catch {
    return false
  }
}
