import { readSync } from 'node:fs'

const CAP_BYTES = 16 * 1024 * 1024
const CHUNK_BYTES = 64 * 1024

/** All of standard input as UTF-8; null where it is over 16 MiB or cannot be read. */
export function readInput(): string | null {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for (;;) {
      const chunk = Buffer.alloc(CHUNK_BYTES)
      const count = readSync(0, chunk)
      if (count === 0) return Buffer.concat(chunks).toString('utf8')
      chunks.push(chunk.subarray(0, count))
      size += count
      if (size > CAP_BYTES) return null
    }
  } catch (error) {
    // A terminal that was closed reads as its end.
    return error instanceof Error && 'code' in error && error.code === 'EOF'
      ? Buffer.concat(chunks).toString('utf8')
      : null
  }
}
