import type { ScriptToken } from './script-token.ts'
import { NoSource } from './source-token.ts'

const TAG = /[\p{ID_Start}$_][\p{ID_Continue}$\-.:]*/uy
const TEXT = /[^<>{}]+/y
const VALUE = /"[^"]*"|'[^']*'/y
const CLOSING = /<\s*\//y
/** What follows the name of a type parameter, and never the name of an element. */
const TYPE_PARAMETER = /,|extends\s(?!\s*[=/>])/y

/** What reading markup needs of the scanner that came to it. */
type Markup = {
  readonly text: string
  at: number
  match(pattern: RegExp): string | null
  push(kind: ScriptToken['kind'], text: string): void
  skipBlanks(): void
  scanBracket(): void
  deeper(scan: () => void): void
}

/**
 * Reads an element from its `<` to its end: tags and text are opaque, what stands in braces is code. Throws `NoSource`
 * where it is no element.
 */
export function scanMarkup(scanner: Markup): void {
  scanner.deeper(() => {
    scanner.push('opaque', '<')
    scanner.skipBlanks()
    const tag = skip(scanner, TAG)
    scanner.skipBlanks()
    if (scanner.match(TYPE_PARAMETER) !== null || (tag === '' && scanner.text[scanner.at] !== '>')) throw noElement()
    if (scanner.text[scanner.at] === '<') skipTypeArguments(scanner)
    if (scanAttributes(scanner)) scanChildren(scanner, tag)
  })
}

function noElement(): NoSource {
  return new NoSource('an element is not closed')
}

function skip(scanner: Markup, pattern: RegExp): string {
  const found = scanner.match(pattern) ?? ''
  scanner.at += found.length
  return found
}

function skipTypeArguments(scanner: Markup): void {
  let depth = 0
  do {
    const character = scanner.text[scanner.at]
    if (character === undefined) throw noElement()
    if (character === '<') depth += 1
    if (character === '>' && scanner.text[scanner.at - 1] !== '=') depth -= 1
    scanner.at += 1
  } while (depth > 0)
}

/** Up to the end of the opening tag; whether children follow. */
function scanAttributes(scanner: Markup): boolean {
  for (;;) {
    scanner.skipBlanks()
    const character = scanner.text[scanner.at]
    if (character === '{') scanner.scanBracket()
    else if (character === '>') {
      scanner.push('opaque', '>')
      return true
    } else if (character === '/') {
      scanner.at += 1
      scanner.skipBlanks()
      endTag(scanner)
      return false
    } else if (skip(scanner, TAG) === '') throw noElement()
    else scanValue(scanner)
  }
}

function scanValue(scanner: Markup): void {
  scanner.skipBlanks()
  if (scanner.text[scanner.at] !== '=') return
  scanner.at += 1
  scanner.skipBlanks()
  const character = scanner.text[scanner.at]
  if (character === '{') scanner.scanBracket()
  else if (character === '<') scanMarkup(scanner)
  else if (skip(scanner, VALUE) === '') throw noElement()
}

function scanChildren(scanner: Markup, tag: string): void {
  for (;;) {
    skip(scanner, TEXT)
    const character = scanner.text[scanner.at]
    if (character === '{') scanner.scanBracket()
    else if (character !== '<') throw noElement()
    else if (scanner.match(CLOSING) === null) scanMarkup(scanner)
    else break
  }
  skip(scanner, CLOSING)
  scanner.skipBlanks()
  if (skip(scanner, TAG) !== tag) throw noElement()
  scanner.skipBlanks()
  endTag(scanner)
}

function endTag(scanner: Markup): void {
  if (scanner.text[scanner.at] !== '>') throw noElement()
  scanner.push('opaque', '>')
}
