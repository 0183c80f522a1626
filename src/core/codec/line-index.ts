/** Turns offsets into 1-based lines. A line ends with LF, also the one of CRLF. */
export class LineIndex {
  private readonly text: string
  private starts: readonly number[] | null = null

  constructor(text: string) {
    this.text = text
  }

  lineAt(offset: number): number {
    this.starts ??= lineStarts(this.text)
    let low = 0
    let high = this.starts.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.starts[middle] as number) <= offset) low = middle + 1
      else high = middle
    }
    return low
  }
}

function lineStarts(text: string): readonly number[] {
  const starts = [0]
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return starts
}
