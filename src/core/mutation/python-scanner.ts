import { PythonIndents } from './python-indents.ts'
import { NoSource, type SourceToken, type TokenReading } from './source-token.ts'

const NAME = /[\p{XID_Start}_][\p{XID_Continue}]*/uy
const NUMBER =
  /0[xX](?:_?[0-9a-fA-F])+|0[bB](?:_?[01])+|0[oO](?:_?[0-7])+|(?:\d(?:_?\d)*\.?(?:\d(?:_?\d)*)?|\.\d(?:_?\d)*)(?:[eE][+-]?\d(?:_?\d)*)?[jJ]?/y
const OPERATOR =
  /\*\*=|\/\/=|>>=|<<=|\.\.\.|!=|<>|->|:=|==|<=|>=|\*\*|\/\/|>>|<<|\+=|-=|\*=|\/=|%=|&=|\|=|\^=|@=|[-+*/%@&|^~<>=.,:;]/y
const PREFIX = /^(?:[bu]|br|rb|[ft]|[ft]r|r[ft]|r)$/i
const CLOSER: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' }
/** As deep as the original's own reader goes. */
const NESTED_MAX = 100

/**
 * The names and operators of a Python text, those in the fields of f-strings included, as Python 3.12 sees them.
 * Whatever Python's tokenizer would not take is refused: a place in such a text cannot be trusted.
 */
export function scanPython(text: string): TokenReading {
  if (text.startsWith('\ufeff')) return { kind: 'refused', reason: 'it starts with a byte-order mark' }
  const scanner = new PythonScanner(text)
  try {
    scanner.scanFile()
    return { kind: 'tokens', tokens: scanner.tokens }
  } catch (error) {
    if (!(error instanceof NoSource)) throw error
    return { kind: 'refused', reason: `it does not tokenize: ${error.message}` }
  }
}

class PythonScanner {
  readonly tokens: SourceToken[] = []
  private readonly text: string
  private readonly indents = new PythonIndents()
  private at = 0
  private nested = 0

  constructor(text: string) {
    this.text = text
  }

  scanFile(): void {
    while (this.at < this.text.length) {
      this.at = this.indents.readLineStart(this.text, this.at)
      this.scanLogicalLine()
    }
  }

  private scanLogicalLine(): void {
    while (this.at < this.text.length) {
      if (this.takeLineEnd()) return
      this.scanOne()
    }
  }

  /** One token, blank, comment, string, or a bracket with all that is in it. */
  private scanOne(): void {
    const character = this.text[this.at] as string
    if (character === ' ' || character === '\t' || character === '\f') this.at += 1
    else if (character === '#') this.skipComment()
    else if (character === '\\') this.takeContinuation()
    else if (character === '"' || character === "'") this.scanString('')
    else if (CLOSER[character] !== undefined) this.scanBrackets(CLOSER[character])
    else this.scanWord()
  }

  private scanWord(): void {
    const name = this.match(NAME)
    const number = name === null ? this.match(NUMBER) : null
    if (name !== null && PREFIX.test(name) && this.isQuoteAt(this.at + name.length)) {
      this.at += name.length
      this.scanString(name)
    } else if (name !== null) this.push('name', name)
    else if (number !== null) this.push('number', number)
    else this.scanOperator()
  }

  private scanOperator(): void {
    const operator = this.match(OPERATOR)
    if (operator === null) throw new NoSource(`nothing of Python begins with ${JSON.stringify(this.text[this.at])}`)
    this.push('operator', operator)
  }

  private push(kind: SourceToken['kind'], text: string): void {
    this.tokens.push({ kind, text, start: this.at })
    this.at += text.length
  }

  private match(pattern: RegExp): string | null {
    pattern.lastIndex = this.at
    return pattern.exec(this.text)?.[0] ?? null
  }

  private isQuoteAt(at: number): boolean {
    return this.text[at] === '"' || this.text[at] === "'"
  }

  private skipComment(): void {
    while (this.at < this.text.length && !this.isLineEnd()) this.at += 1
  }

  private isLineEnd(): boolean {
    return this.text[this.at] === '\n' || this.text[this.at] === '\r'
  }

  private takeLineEnd(): boolean {
    if (!this.isLineEnd()) return false
    this.at += this.text.startsWith('\r\n', this.at) ? 2 : 1
    return true
  }

  private takeContinuation(): void {
    this.at += 1
    if (!this.takeLineEnd() || this.at === this.text.length) throw new NoSource('a stray backslash')
  }

  private scanBrackets(closer: string): void {
    this.deeper(() => {
      this.at += 1
      while (this.text[this.at] !== closer) {
        if (this.at >= this.text.length) throw new NoSource(`a bracket is not closed, ${closer} is missing`)
        if (!this.takeLineEnd()) this.scanOne()
      }
      this.at += 1
    })
  }

  private deeper(scan: () => void): void {
    this.nested += 1
    if (this.nested > NESTED_MAX) throw new NoSource('it is nested too deep')
    scan()
    this.nested -= 1
  }

  /** From the opening quote on. */
  private scanString(prefix: string): void {
    const quote = this.text[this.at] as string
    const delimiter = this.text.startsWith(quote.repeat(3), this.at) ? quote.repeat(3) : quote
    this.at += delimiter.length
    const string = { delimiter, isRaw: /r/i.test(prefix) }
    if (/[ft]/i.test(prefix)) this.deeper(() => this.scanFormatted(string, false))
    else while (!this.takeDelimiter(string)) this.skipCharacter(string)
  }

  private takeDelimiter({ delimiter }: PythonString): boolean {
    if (!this.text.startsWith(delimiter, this.at)) return false
    this.at += delimiter.length
    return true
  }

  /** One character of a string's text; a backslash takes the next with it, also in raw strings. */
  private skipCharacter({ delimiter }: PythonString): void {
    if (this.at >= this.text.length) throw new NoSource('a string is not closed')
    if (this.text[this.at] === '\\') {
      this.at += 1
      if (!this.takeLineEnd()) this.at += 1
      return
    }
    if (delimiter.length === 1 && this.isLineEnd()) throw new NoSource('a string is not closed on its line')
    this.at += 1
  }

  /** The text of an f-string up to its end, or of a format up to the `}` of its field. */
  private scanFormatted(string: PythonString, isFormat: boolean): void {
    for (;;) {
      const isDouble = !isFormat && this.text[this.at + 1] === this.text[this.at]
      if (this.text[this.at] === '{' && !isDouble) this.scanField(string)
      else if (this.text[this.at] === '}' && isFormat) return
      else if (this.text[this.at] === '}' && !isDouble) throw new NoSource("an f-string has a single '}'")
      else if (isDouble && /[{}]/.test(this.text[this.at] ?? '')) this.at += 2
      else if (!isFormat && this.takeDelimiter(string)) return
      else if (isFormat && this.text.startsWith(string.delimiter, this.at)) throw new NoSource('a field is not closed')
      else if (!string.isRaw && this.text.startsWith('\\N{', this.at)) this.skipNamed()
      else this.skipFormatted(string)
    }
  }

  /** A backslash before a brace does not hide the brace. */
  private skipFormatted(string: PythonString): void {
    if (/^\\[{}]/.test(this.text.slice(this.at, this.at + 2))) this.at += 1
    else this.skipCharacter(string)
  }

  private skipNamed(): void {
    const end = this.text.indexOf('}', this.at)
    if (end === -1) throw new NoSource('a named character is not closed')
    this.at = end + 1
  }

  /** `{ expression [=] [!conversion] [:format] }` */
  private scanField(string: PythonString): void {
    this.deeper(() => {
      this.at += 1
      while (!/[}:!]/.test(this.text[this.at] ?? '}') || this.text.startsWith('!=', this.at)) {
        if (!this.takeLineEnd()) this.scanOne()
      }
      if (this.text[this.at] === '!') {
        this.at += 1
        this.at += this.match(NAME)?.length ?? 0
        while (this.text[this.at] === ' ') this.at += 1
      }
      if (this.text[this.at] === ':') {
        this.at += 1
        this.scanFormatted(string, true)
      }
      if (this.text[this.at] !== '}') throw new NoSource('a field of an f-string is not closed')
      this.at += 1
    })
  }
}

type PythonString = { readonly delimiter: string; readonly isRaw: boolean }
