import { printable } from '../../core/printable.ts'
import type { Page } from '../page.ts'
import { columnsOf } from './wrap.ts'

/** The line of a text that a span begins in, cut to the page, with the span underlined. */
export function renderSpan(text: string, [start, end]: readonly [number, number], page: Page): readonly string[] {
  const from = text.lastIndexOf('\n', start - 1) + 1
  const lineEnd = text.indexOf('\n', start)
  const to = lineEnd < 0 ? text.length : lineEnd
  const room = page.width - 4
  const skip = start - from > room - 20 ? start - from - 10 : 0
  const before = printable(text.slice(from + skip, start))
  const marked = printable(text.slice(start, Math.min(end, to)))
  const after = printable(text.slice(Math.min(end, to), to))
  const lead = skip > 0 ? '...' : ''
  const line = cut(`${lead}${before}${marked}${after}`, room)
  const left = columnsOf(`${lead}${before}`)
  const width = Math.max(1, Math.min(columnsOf(marked), columnsOf(line) - left))
  return [`  ${line}`, `  ${' '.repeat(left)}${page.yellow('^'.repeat(width))}`]
}

function cut(text: string, room: number): string {
  return columnsOf(text) > room ? `${text.slice(0, room - 3)}...` : text
}
