import type { LogBytes } from '../../core/events/checkpoint.ts'
import { type LogHead, type LogReading, readEventLog, type SeenEvent } from '../../core/events/event-log.ts'

const LINE_FEED = 0x0a

/** Reads a log from a head on, window by window, so that a long log takes no more memory than its events need. */
export function readLogFrom(
  log: LogBytes,
  from: LogHead,
  { windowBytes = 4 * 1024 * 1024, seen }: { readonly windowBytes?: number; readonly seen?: SeenEvent } = {},
): LogReading {
  const parts: (readonly string[])[] = []
  let reading: LogReading = { head: from, types: [], broken: null, unended: false }
  for (let at = from.sizeBytes, size = windowBytes; at < log.sizeBytes && reading.broken === null; ) {
    const window = log.bytes(at, at + size)
    if (window.length === 0) break // it got shorter since
    const isLast = at + window.length >= log.sizeBytes
    const end = isLast ? window.length : window.lastIndexOf(LINE_FEED) + 1
    if (end === 0) {
      size *= 2 // one line is longer than the window
      continue
    }
    reading = readEventLog(window.subarray(0, end), reading.head, seen)
    parts.push(reading.types)
    at += end
  }
  return { ...reading, types: parts.flat() }
}
