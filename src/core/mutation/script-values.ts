import type { ScriptToken } from './script-token.ts'

/** Tokens; where each opening bracket is closed and the other way round; the bracket around each token, or -1. */
export type TokenBrackets = {
  readonly tokens: readonly ScriptToken[]
  readonly ends: ReadonlyMap<number, number>
  readonly starts: ReadonlyMap<number, number>
  readonly outer: ReadonlyMap<number, number>
}

const BEFORE_TYPE = /^(?:as|satisfies|is|extends|readonly|keyof|[|&])$/
const BEFORE_OBJECT =
  /^(?:[=(,[?]|&&|\|\||\?\?|\?\?=|\|\|=|&&=|\.\.\.|===?|!==?|return|default|yield|throw|await|case|in|of)$/

/**
 * Whether a token of TypeScript may be changed as a value. Only `true`, `false`, and the brackets `{` and `[` can be types
 * here: false unless the neighbours are sure of a value, since a change of a type is never noticed.
 */
export function isValue(brackets: TokenBrackets, at: number): boolean {
  const { tokens } = brackets
  const token = tokens[at] as ScriptToken
  const isTruth = token.kind === 'name' && (token.text === 'true' || token.text === 'false')
  if (!isTruth && !(token.kind === 'operator' && /^[[{]$/.test(token.text))) return true
  const [before, after] = [tokens[at - 1], tokens[at + 1]]
  if (before === undefined) return true
  if (BEFORE_TYPE.test(before.text) && !isClassBody(brackets, at)) return false
  if (before.text === ':') return isValueColon(brackets, at - 1)
  if (!isTruth) return true
  if (/^[|&]$/.test(after?.text ?? '')) return false
  if (/^[?]$/.test(before.text)) return !isTypeCondition(brackets, at - 1)
  return !isNameOrHole(brackets, at)
}

/** A class may be named by a word that is none elsewhere: `class is {`. */
function isClassBody({ tokens }: TokenBrackets, at: number): boolean {
  return /^(?:class|interface|namespace)$/.test(tokens[at - 2]?.text ?? '')
}

/** Members of an enum, and the fields of template literal types. Markup sets values by `={true}`. */
function isNameOrHole({ tokens, outer }: TokenBrackets, at: number): boolean {
  const opener = outer.get(at) ?? -1
  const before = tokens[at - 1]?.text
  if (opener === -1 || tokens[opener]?.text !== '{') return false
  if (before === '{') return tokens[opener - 1]?.text !== '='
  return before === ',' && /^[,}=]$/.test(tokens[at + 1]?.text ?? '')
}

/** Whether the `:` at an index stands in an object literal or a conditional expression for sure. */
function isValueColon(brackets: TokenBrackets, colon: number): boolean {
  const { tokens } = brackets
  const question = questionOf(brackets, colon)
  if (question !== null) return !isTypeCondition(brackets, question)
  const opener = brackets.outer.get(colon) ?? -1
  return tokens[opener]?.text === '{' && isKey(brackets, colon, opener) && isObject(brackets, opener)
}

/** A key begins right behind the opening bracket or a comma: only types and patterns have other words before it. */
function isKey({ tokens, starts }: TokenBrackets, colon: number, opener: number): boolean {
  const last = tokens[colon - 1]
  if (last?.text === ')' || last?.text === '?') return false
  const start = last?.text === ']' ? (starts.get(colon - 1) ?? colon - 1) : colon - 1
  return start - 1 === opener || tokens[start - 1]?.text === ',' || last?.text === '`'
}

function isObject(brackets: TokenBrackets, opener: number): boolean {
  const before = brackets.tokens[opener - 1]?.text ?? ''
  if (before === ':') return isValueColon(brackets, opener - 1)
  return BEFORE_OBJECT.test(before)
}

/** The `?` that wants the `:` at an index; null where there is none, or it only makes a name optional. */
function questionOf({ tokens, starts, outer }: TokenBrackets, colon: number): number | null {
  let colons = 0
  const opener = Math.max(outer.get(colon) ?? -1, colon - 2000) // what is farther away is unclear
  for (let at = colon - 1; at > opener; at -= 1) {
    const text = tokens[at]?.text ?? ''
    const start = starts.get(at)
    if (start !== undefined) at = start
    else if (text === ';' || text === ',') return null
    else if (text === ':') colons += 1
    else if (text === '?') {
      // `a?: b`, `a?(): b`
      if (at === colon - 1 || (tokens[at + 1]?.text === '(' && tokens[at + 2]?.text === ')')) return null
      if (colons === 0) return at
      colons -= 1
    }
  }
  return null
}

/** Whether a `?` asks about a type, as in `A extends B ? true : false`. */
function isTypeCondition({ tokens, starts, outer }: TokenBrackets, question: number): boolean {
  const opener = outer.get(question) ?? -1
  for (let at = question - 1; at > Math.max(opener, question - 50); at -= 1) {
    const start = starts.get(at)
    if (start !== undefined) at = start
    const text = tokens[at]?.text ?? ''
    if (text === 'extends') return true
    if (/^(?:[;,=]|=>|return)$/.test(text)) return false
  }
  return false
}
