import { createHash } from 'node:crypto'
import { canonicalJson } from '../codec/canonical-json.ts'
import { parseJson } from '../codec/json.ts'
import { isJsonObject, type JsonValue } from '../codec/json-value.ts'
import { hashLine } from './event-line.ts'
import type { LogHead } from './event-log.ts'
import type { Loop } from './loop.ts'
import type { Standing } from './project-events.ts'

const SCHEMA = 'bylaw.event-checkpoint/v1'

/** What is known of a log up to some line: it saves the reading of all that lies before. It can always be made anew. */
export type Checkpoint = { readonly head: LogHead; readonly standing: Standing; readonly loopSha256: string }

/** A log as far as a checkpoint has to look at it. */
export type LogBytes = {
  readonly sizeBytes: number
  /** The bytes from one place up to another, which is the end where it is left out. */
  bytes(from: number, to?: number): Uint8Array
}

export function loopDigest(loop: Loop): string {
  return createHash('sha256')
    .update(canonicalJson(loop as unknown as JsonValue)) // plain texts and lists of them
    .digest('hex')
}

export function renderCheckpoint({ head, standing, loopSha256 }: Checkpoint): string {
  return `${JSON.stringify({ schema: SCHEMA, head, standing, loopSha256 })}\n`
}

/** Null for anything but a checkpoint: it is then made anew, never mended. */
export function parseCheckpoint(text: string): Checkpoint | null {
  const parsed = parseJson(text, { file: 'checkpoint' })
  const value = parsed.ok ? parsed.value.value : null
  if (!isJsonObject(value as JsonValue) || (value as { schema?: unknown }).schema !== SCHEMA) return null
  const { head, standing, loopSha256 } = value as { [key: string]: JsonValue }
  if (!isJsonObject(head) || !isJsonObject(standing) || typeof loopSha256 !== 'string') return null
  const numbers = [
    ...[head['sizeBytes'], head['lines'], head['events'], head['chained'], head['legacy']],
    ...[head['headStart'], head['headEnd'], standing['eventCount'], standing['evidenceCount']],
  ]
  if (!numbers.every((one) => typeof one === 'number' && Number.isSafeInteger(one) && one >= 0)) return null
  if (typeof head['headSha256'] !== 'string' || typeof standing['state'] !== 'string') return null
  return { head: head as unknown as LogHead, standing: standing as unknown as Standing, loopSha256 } // each key was looked at
}

/**
 * Whether a log goes on where the checkpoint stands: it is no shorter, a line ends there, and the last line before has
 * the hash that is noted. What lies further back is not looked at; `status` and `event verify` read all of it.
 */
export function fits({ head }: Checkpoint, log: LogBytes): boolean {
  const { sizeBytes, headStart, headEnd, headSha256 } = head
  if (sizeBytes > log.sizeBytes || headStart >= headEnd || headEnd > sizeBytes) return false
  const tail = log.bytes(headStart, sizeBytes)
  return tail.at(-1) === 0x0a && hashLine(tail.subarray(0, headEnd - headStart)) === headSha256
}
