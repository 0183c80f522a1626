import { expect, it } from 'vitest'
import { hashLine, renderEventLine } from '../../core/events/event-line.ts'
import { EMPTY_LOG, readEventLog } from '../../core/events/event-log.ts'
import { readLogFrom } from './read-log-from.ts'

function sample(): Buffer {
  let head = hashLine(Buffer.from(''))
  const lines: string[] = []
  for (let seq = 1; seq <= 12; seq += 1) {
    const data = seq % 3 === 0 ? { note: 'é'.repeat(seq * 20) } : {}
    lines.push(renderEventLine({ seq, type: 'evidence_recorded', data }, head))
    head = hashLine(Buffer.from(lines.at(-1) as string))
  }
  return Buffer.from(`${lines.join('\n')}\n`)
}

it('reads the same in windows of any size as at once, from the start and from any line', () => {
  const whole = sample()
  const torn = whole.subarray(0, whole.length - 30)
  const unended = whole.subarray(0, whole.length - 1)
  for (const bytes of [whole, torn, unended, Buffer.from('\n\n'), Buffer.from('x')]) {
    const log = { sizeBytes: bytes.length, bytes: (from: number, to?: number) => bytes.subarray(from, to) }
    for (let size = 1; size < 700; size += 23)
      expect(readLogFrom(log, EMPTY_LOG, { windowBytes: size })).toEqual(readEventLog(bytes))
  }
  const half = readEventLog(whole.subarray(0, whole.indexOf(10, 900) + 1))
  const log = { sizeBytes: whole.length, bytes: (from: number, to?: number) => whole.subarray(from, to) }
  expect(readLogFrom(log, half.head, { windowBytes: 50 }).head).toEqual(readEventLog(whole).head)
})
