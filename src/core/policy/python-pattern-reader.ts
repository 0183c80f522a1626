/** What is wrong with a pattern. Thrown while a pattern is translated; `translatePythonPattern` makes a value of it. */
export class PatternProblem extends Error {
  readonly hint: string | undefined

  constructor(message: string, hint?: string) {
    super(message)
    this.name = 'PatternProblem'
    this.hint = hint
  }
}

/** A pattern, character by character (code points, as Python counts them). */
export class PatternReader {
  private readonly characters: readonly string[]
  private at = 0

  constructor(pattern: string) {
    this.characters = [...pattern]
  }

  get position(): number {
    return this.at
  }

  back(position: number): void {
    this.at = position
  }

  /** The next character, `''` at the end. */
  peek(): string {
    return this.characters[this.at] ?? ''
  }

  take(): string {
    const character = this.peek()
    this.at += 1
    return character
  }

  takeIf(character: string): boolean {
    if (this.peek() !== character) return false
    this.at += 1
    return true
  }

  /** As many characters of a kind as follow, at most `max`. */
  takeWhile(kind: RegExp, max = Number.POSITIVE_INFINITY): string {
    const start = this.at
    while (this.at - start < max && kind.test(this.peek())) this.at += 1
    return this.characters.slice(start, this.at).join('')
  }

  /** Everything up to a character, which is taken too; null where it does not follow. */
  takeUntil(character: string): string | null {
    const end = this.characters.indexOf(character, this.at)
    if (end === -1) return null
    const text = this.characters.slice(this.at, end).join('')
    this.at = end + 1
    return text
  }
}
