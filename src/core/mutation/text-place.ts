export type TextPlace = { readonly line: number; readonly column: number }

/** Lines end with `\r\n`, `\r` or `\n` and nothing else, as the original counts them (protocol-a 6b). */
const LINE_END = /\r\n?|\n/g

/** Finds places in one text: lines from 1, columns in code points from 0. */
export class TextPlaces {
  private readonly text: string
  private readonly starts: readonly number[]

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
    return { line: low, column: codePoints(this.text.slice(this.starts[low - 1], offset)) }
  }

  /** The offset of a place, or null where the line is not there or too short. */
  offsetOf({ line, column }: TextPlace): number | null {
    let at = this.starts[line - 1]
    if (at === undefined) return null
    const end = this.starts[line] ?? this.text.length
    for (let left = column; left > 0; left -= 1) {
      if (at >= end) return null
      at += (this.text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1
    }
    return at
  }
}

function codePoints(text: string): number {
  let count = 0
  for (const _ of text) count += 1
  return count
}
