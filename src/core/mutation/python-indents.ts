import { NoSource } from './source-token.ts'

const TAB = 8

type Indent = { readonly wide: number; readonly narrow: number }

/** Follows the indentation of a Python text, as its tokenizer does: an odd step back, or tabs that do not fit, refuse. */
export class PythonIndents {
  private readonly stack: Indent[] = [{ wide: 0, narrow: 0 }]

  /** From the start of a line to its first token; a line without one changes nothing. */
  readLineStart(text: string, from: number): number {
    let [wide, narrow, at] = [0, 0, from]
    for (; ; at += 1) {
      const character = text[at]
      if (character === '\f') [wide, narrow] = [0, 0]
      else if (character === ' ') [wide, narrow] = [wide + 1, narrow + 1]
      else if (character === '\t') [wide, narrow] = [(Math.floor(wide / TAB) + 1) * TAB, narrow + 1]
      else break
    }
    const first = text[at]
    // A continuation here belongs to a line whose indentation is its own affair.
    if (first !== undefined && !'#\r\n\\'.includes(first)) this.step({ wide, narrow })
    return at
  }

  private step(next: Indent): void {
    const last = this.stack.at(-1) ?? next
    if (next.wide > last.wide) {
      if (next.narrow <= last.narrow) throw new NoSource('tabs and blanks do not fit together')
      this.stack.push(next)
      return
    }
    while (next.wide < (this.stack.at(-1)?.wide ?? 0)) this.stack.pop()
    const back = this.stack.at(-1)
    if (back?.wide !== next.wide) throw new NoSource('a line steps back to no outer indentation')
    if (back.narrow !== next.narrow) throw new NoSource('tabs and blanks do not fit together')
  }
}
