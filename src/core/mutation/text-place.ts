export type TextPlace = { readonly line: number; readonly column: number }

/** Lines end with `\r\n`, `\r` or `\n` and nothing else, as the original counts them (protocol-a 6b). */
const LINE_END = /\r\n?|\n/g

/** Finds places in one text: lines from 1, columns in code points from 0. */
export class TextPlaces {
  private readonly text: string
  private readonly starts: readonly number[]
  /** Where the last answer was: on a long line, the next one is counted from there. */
  private last = { line: 0, column: 0, offset: 0 }

  constructor(text: string) {
    this.text = text
    this.starts = [0, ...[...text.matchAll(LINE_END)].map(({ index, 0: end }) => index + end.length)]
  }

  placeOf(offset: number): TextPlace {
    let low = 0
    let high = this.starts.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.starts[middle] as number) <= offset) low = middle + 1
      else high = middle
    }
    const from = this.startFor(low, (last) => last.offset <= offset)
    const column = from.column + codePoints(this.text.slice(from.offset, offset))
    this.last = { line: low, column, offset }
    return { line: low, column }
  }

  /** The offset of a place, or null where the line is not there or too short. */
  offsetOf({ line, column }: TextPlace): number | null {
    if (this.starts[line - 1] === undefined) return null
    const end = this.endOf(line)
    const from = this.startFor(line, (last) => last.column <= column)
    let at = from.offset
    for (let left = column - from.column; left > 0; left -= 1) {
      if (at >= end) return null
      at += (this.text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1
    }
    this.last = { line, column, offset: at }
    return at
  }

  /** Where a line ends, before its line break. */
  private endOf(line: number): number {
    const next = this.starts[line]
    if (next === undefined) return this.text.length
    return this.text.startsWith('\r\n', next - 2) ? next - 2 : next - 1
  }

  private startFor(line: number, isBefore: (last: TextPlaces['last']) => boolean): TextPlaces['last'] {
    const start = { line, column: 0, offset: this.starts[line - 1] as number }
    return this.last.line === line && isBefore(this.last) ? this.last : start
  }
}

function codePoints(text: string): number {
  let count = 0
  for (const _ of text) count += 1
  return count
}
