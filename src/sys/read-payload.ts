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
 * document: some harnesses never close the stream.
 */
export function readPayload(): RawPayload {
  const chunks: Buffer[] = []
  let size = 0
  const deadline = Date.now() + WAIT_MS
  for (;;) {
    const chunk = readChunk()
    if (chunk === 'end') return { kind: 'text', text: join(chunks), sizeBytes: size }
    if (chunk === 'later') {
      if (Date.now() > deadline) return { kind: 'unfinished', why: 'the payload on standard input never ended' }
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2)
      continue
    }
    chunks.push(chunk)
    size += chunk.length
    if (size > HARD_CAP_BYTES) return { kind: 'unfinished', why: `the payload is over ${HARD_CAP_BYTES} bytes` }
    if (endsLikeJson(chunk) && isWhole(join(chunks))) return { kind: 'text', text: join(chunks), sizeBytes: size }
  }
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

function endsLikeJson(chunk: Buffer): boolean {
  for (let i = chunk.length - 1; i >= 0; i--) {
    const byte = chunk[i] as number // in range
    if (byte !== 10 && byte !== 13 && byte !== 32 && byte !== 9 && byte !== 0) return byte === 125
  }
  return false
}

function isWhole(text: string): boolean {
  try {
    JSON.parse(text.replace(/^\uFEFF/, '').replace(/\0+$/, ''))
    return true
  } catch {
    return false
  }
}
