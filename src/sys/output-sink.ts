import { createHash } from 'node:crypto'
import { closeSync, openSync, writeSync } from 'node:fs'
import type { Readable } from 'node:stream'
import type { OutputDigest } from '../app/world-evidence.ts'

/** Measures what a stream brings without keeping it, and puts its beginning into a file where that is asked for. */
export class OutputSink {
  private readonly hash = createHash('sha256')
  private readonly maxBytes: number
  private fd: number | null
  private bytes = 0

  /** The file must not be there yet. Throws where it cannot be made: before anything is run. */
  constructor(keep: string | null, maxBytes: number) {
    this.maxBytes = maxBytes
    this.fd = keep === null ? null : openSync(keep, 'wx', 0o600)
  }

  read(stream: Readable | null): void {
    stream?.on('data', (chunk: Buffer) => {
      this.keep(chunk)
      this.bytes += chunk.length
      this.hash.update(chunk)
    })
    stream?.on('error', () => undefined) // a pipe that breaks brings no more: what came is what counts
  }

  close(): OutputDigest {
    if (this.fd !== null) closeSync(this.fd)
    this.fd = null
    return { bytes: this.bytes, sha256: this.hash.digest('hex') }
  }

  private keep(chunk: Buffer): void {
    if (this.fd === null || this.bytes >= this.maxBytes) return
    try {
      writeSync(this.fd, chunk.subarray(0, this.maxBytes - this.bytes))
    } catch {
      closeSync(this.fd) // the disk is full: the measure counts, the copy is a convenience
      this.fd = null
    }
  }
}
