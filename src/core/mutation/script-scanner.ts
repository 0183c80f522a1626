import { scanMarkup } from './script-markup.ts'
import type { ScriptToken } from './script-token.ts'
import { NoSource } from './source-token.ts'

const NAME =
  /#?(?:[\p{ID_Start}$_]|\\u(?:[\da-fA-F]{4}|\{[\da-fA-F]+\}))(?:[\p{ID_Continue}$\u200c\u200d]|\\u(?:[\da-fA-F]{4}|\{[\da-fA-F]+\}))*/uy
const NUMBER = /0[xXbBoO][\da-fA-F_]+n?|(?:\d[\d_]*(?:\.[\d_]*)?|\.\d[\d_]*)(?:[eE][+-]?\d[\d_]*)?n?/y
const OPERATOR =
  />>>=|===|!==|\*\*=|<<=|>>=|>>>|&&=|\|\|=|\?\?=|\.\.\.|=>|==|!=|<=|>=|&&|\|\||\?\?|\?\.(?!\d)|\+\+|--|\+=|-=|\*=|\/=|%=|&=|\|=|\^=|<<|>>|\*\*|[-+*/%&|^~!<>=?:;,.@]/y
const REGEX =
  /\/(?:[^\\/[\r\n\u2028\u2029]|\\[^\r\n\u2028\u2029]|\[(?:[^\]\\\r\n\u2028\u2029]|\\[^\r\n\u2028\u2029])*\])+\/[\p{ID_Continue}$]*/uy
const STRING = /"[^"\\\r\n]*(?:\\(?:\r\n|[\s\S])[^"\\\r\n]*)*"|'[^'\\\r\n]*(?:\\(?:\r\n|[\s\S])[^'\\\r\n]*)*'/y
const BLANK = /\s+/y
const LINE_COMMENT = /\/\/[^\r\n\u2028\u2029]*/y
/** What browsers and scripts that are no modules take for comments as well. */
const OLD_COMMENT = /(?:<!--|(?<=^[ \t]*)-->)[^\r\n\u2028\u2029]*/my

/** Words after which an expression begins. */
const BEFORE_EXPRESSION =
  /^(?:return|typeof|case|do|else|in|instanceof|new|void|delete|throw|yield|await|of|default|extends|keyof|infer)$/
const CONTROL = /^(?:if|while|for|with)$/
const CLOSER: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' }
const NESTED_MAX = 400
/** Characters that were read as markup and turned out to be none. */
const WASTED_MAX = 500_000

/** Reads a script into tokens. `hasMarkup` says whether `<` may begin an element where an expression begins. */
export class ScriptScanner {
  readonly tokens: ScriptToken[] = []
  readonly text: string
  at = 0
  private readonly hasMarkup: boolean
  private readonly hasOldComments: boolean
  private isOperand = false
  private nested = 0
  private wasted = 0

  constructor(text: string, hasMarkup: boolean, hasOldComments = false) {
    this.text = text
    this.hasMarkup = hasMarkup
    this.hasOldComments = hasOldComments
  }

  /** Throws `NoSource` for a text that cannot be read as a script. */
  scanFile(): void {
    if (this.text.startsWith('#!')) this.at = /$/m.exec(this.text)?.index ?? this.text.length
    this.scanCode(null)
  }

  /** From an opening bracket to behind its closing one. */
  scanBracket(): void {
    const opener = this.text[this.at] as string
    const closer = CLOSER[opener] as string
    const isControl = opener === '(' && this.isControlWord()
    const isBlock = opener === '{' && this.opensBlock()
    this.push('operator', opener)
    this.isOperand = false
    this.deeper(() => this.scanCode(closer))
    this.push('operator', closer)
    this.isOperand = !isControl && !isBlock
  }

  skipBlanks(): void {
    for (;;) {
      const blank = this.match(BLANK) ?? this.match(LINE_COMMENT) ?? this.oldComment() ?? this.blockComment()
      if (blank === '') return
      this.at += blank.length
    }
  }

  private oldComment(): string | null {
    return this.hasOldComments ? this.match(OLD_COMMENT) : null
  }

  private blockComment(): string {
    if (!this.text.startsWith('/*', this.at)) return ''
    const end = this.text.indexOf('*/', this.at + 2)
    if (end === -1) throw new NoSource('a comment is not closed')
    return this.text.slice(this.at, end + 2)
  }

  match(pattern: RegExp): string | null {
    pattern.lastIndex = this.at
    return pattern.exec(this.text)?.[0] ?? null
  }

  push(kind: ScriptToken['kind'], text: string): void {
    this.tokens.push({ kind, text, start: this.at, end: this.at + text.length, afterOperand: this.isOperand })
    this.at += text.length
  }

  deeper(scan: () => void): void {
    this.nested += 1
    if (this.nested > NESTED_MAX) throw new NoSource('it is nested too deep')
    scan()
    this.nested -= 1
  }

  private scanCode(closer: string | null): void {
    for (;;) {
      this.skipBlanks()
      if (this.at >= this.text.length) {
        if (closer !== null) throw new NoSource(`a bracket is not closed, ${closer} is missing`)
        return
      }
      if (this.text[this.at] === closer) return
      this.scanOne()
    }
  }

  private scanOne(): void {
    const character = this.text[this.at] as string
    if (CLOSER[character] !== undefined) this.scanBracket()
    else if (character === '"' || character === "'") this.scanString()
    else if (character === '`') this.scanTemplate()
    else if (character === '/' && !this.isOperand && this.match(REGEX) !== null) this.pushOperand('opaque', REGEX)
    else if (character === '<' && !this.isOperand && this.hasMarkup && this.tryMarkup()) this.isOperand = true
    else this.scanWord()
  }

  private scanWord(): void {
    const name = this.match(NAME)
    if (this.match(NUMBER) !== null) this.pushOperand('number', NUMBER)
    else if (name === null) this.scanOperator()
    else {
      const isMember = this.isLast('.') || this.isLast('?.')
      this.push('name', name)
      this.isOperand = isMember || !BEFORE_EXPRESSION.test(name)
    }
  }

  private scanOperator(): void {
    const operator = this.match(OPERATOR)
    if (operator === null) throw new NoSource(`nothing of a script begins with ${JSON.stringify(this.text[this.at])}`)
    const isBehind = this.isOperand && (/^(?:\+\+|--)$/.test(operator) || this.isAssertion(operator))
    this.push('operator', operator)
    this.isOperand = isBehind
  }

  /** `x!` of TypeScript: on the line of its operand. */
  private isAssertion(operator: string): boolean {
    return operator === '!' && !/[\r\n]/.test(this.text.slice(this.tokens.at(-1)?.end ?? 0, this.at))
  }

  private pushOperand(kind: ScriptToken['kind'], pattern: RegExp): void {
    this.push(kind, this.match(pattern) ?? '')
    this.isOperand = true
  }

  private scanString(): void {
    if (this.match(STRING) === null) throw new NoSource('a string is not closed on its line')
    this.pushOperand('opaque', STRING)
  }

  private scanTemplate(): void {
    this.push('opaque', '`')
    while (this.text[this.at] !== '`') {
      if (this.at >= this.text.length) throw new NoSource('a template is not closed')
      if (this.text[this.at] === '\\') this.at += 2
      else if (this.text.startsWith('${', this.at)) {
        this.at += 1
        this.scanBracket()
      } else this.at += 1
    }
    this.push('opaque', '`')
    this.isOperand = true
  }

  /** Markup, or nothing at all: types and assertions of TypeScript begin alike. */
  private tryMarkup(): boolean {
    const [start, count, nested] = [this.at, this.tokens.length, this.nested]
    try {
      scanMarkup(this)
      return true
    } catch (error) {
      if (!(error instanceof NoSource)) throw error
      this.wasted += this.at - start
      if (this.wasted > WASTED_MAX) throw error
      this.tokens.length = count
      this.at = start
      this.nested = nested
      this.isOperand = false
      return false
    }
  }

  private isLast(text: string): boolean {
    return this.tokens.at(-1)?.text === text
  }

  private isControlWord(): boolean {
    const last = this.tokens.at(-1)
    const before = this.tokens.at(-2)?.text
    const isWord = last?.text === 'await' ? before === 'for' : CONTROL.test(last?.text ?? '')
    return last?.kind === 'name' && isWord && before !== '.' && before !== '?.'
  }

  /** Whether `{` here begins statements or a class rather than an object. Behind `:`, nothing divides an object. */
  private opensBlock(): boolean {
    const last = this.tokens.at(-1)
    if (this.isOperand || last === undefined) return true
    return /^(?:=>|[;:{})]|else|do|try|finally)$/.test(last.text)
  }
}
