import type { ScriptToken } from './script-token.ts'

type Tokens = readonly ScriptToken[]

/** Never part of a type at its own level. */
const NO_TYPE = /^(?:&&|\|\||==|===|!=|!==|\?\?|\+|\*|\/|%|\+\+|--|;|<=|>=)$/
const GOES_ON_BEFORE = /^(?:[|&?:=<(,]|=>|extends|keyof|typeof|infer|readonly|is|asserts)$/
const GOES_ON_AFTER = /^(?:[|&?:=.[]|=>|extends)$/
/** Arguments of types are never longer; a search for their end stops there. */
const ARGUMENTS_MAX = 3_000

/**
 * The tokens of TypeScript that belong to types: type arguments, aliases, interfaces, and literal types where a look at
 * the neighbours tells them. What is missed makes a mutant that always survives; nothing else is harmed.
 */
export function typeTokens(tokens: Tokens, text: string): ReadonlySet<ScriptToken> {
  const found = new Set<ScriptToken>()
  const take = (from: number, to: number) => {
    for (let at = from; at <= to; at += 1) found.add(tokens[at] as ScriptToken)
  }
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at] as ScriptToken
    if (found.has(token)) continue
    if (token.text === '<') take(at, argumentsEnd(tokens, at, text))
    else if (isDeclaration(tokens, at, 'interface')) take(at, bracketEnd(tokens, nextText(tokens, at, '{')))
    else if (isAlias(tokens, at)) take(at, aliasEnd(tokens, at, text))
    else if (isLiteralType(tokens, at)) found.add(token)
  }
  return found
}

/** The index of the `>` of type arguments; one less than the start where `<` compares. */
function argumentsEnd(tokens: Tokens, start: number, text: string): number {
  const token = tokens[start] as ScriptToken
  const isSpaced = /\s/.test(text[token.start - 1] ?? '') && /\s/.test(text[token.end] ?? '')
  if (token.afterOperand && isSpaced) return start - 1
  let depth = 0
  for (let at = start; at < Math.min(tokens.length, start + ARGUMENTS_MAX); at += 1) {
    const { text: word, kind } = tokens[at] as ScriptToken
    if (kind !== 'operator') continue
    if (/^[([{]$/.test(word)) at = bracketEnd(tokens, at)
    else if (word === '<') depth += 1
    else if (/^>+=?$/.test(word)) {
      depth -= word.replace('=', '').length
      if (depth <= 0) return at
    } else if (NO_TYPE.test(word) || /^[)\]}]$/.test(word)) break
  }
  return token.afterOperand ? start - 1 : start
}

/** The index of the bracket that closes the one at an index. */
function bracketEnd(tokens: Tokens, start: number): number {
  let depth = 0
  for (let at = start; at < tokens.length; at += 1) {
    const { text, kind } = tokens[at] as ScriptToken
    if (kind !== 'operator') continue
    if (/^[([{]$/.test(text)) depth += 1
    if (/^[)\]}]$/.test(text)) depth -= 1
    if (depth === 0) return at
  }
  return tokens.length - 1
}

function nextText(tokens: Tokens, from: number, text: string): number {
  const at = tokens.findIndex((token, index) => index > from && token.text === text)
  return at === -1 ? tokens.length - 1 : at
}

function isDeclaration(tokens: Tokens, at: number, word: string): boolean {
  const token = tokens[at]
  const before = tokens[at - 1]
  return (
    token?.text === word &&
    token.kind === 'name' &&
    tokens[at + 1]?.kind === 'name' &&
    (before === undefined || /^(?:[;}{)]|export|declare|default)$/.test(before.text) || before.kind !== 'operator')
  )
}

function isAlias(tokens: Tokens, at: number): boolean {
  return isDeclaration(tokens, at, 'type') && /^[=<]$/.test(tokens[at + 2]?.text ?? '')
}

/** An alias ends with `;`, or with its line where neither side of the break goes on. */
function aliasEnd(tokens: Tokens, start: number, text: string): number {
  for (let at = start + 1; at < tokens.length; at += 1) {
    const token = tokens[at] as ScriptToken
    if (token.text === ';' || /^[)\]}]$/.test(token.text)) return at - 1
    const before = tokens[at - 1] as ScriptToken
    const isBroken = /[\r\n]/.test(text.slice(before.end, token.start))
    if (isBroken && !GOES_ON_BEFORE.test(before.text) && !GOES_ON_AFTER.test(token.text)) return at - 1
    if (token.kind === 'operator' && /^[([{]$/.test(token.text)) at = bracketEnd(tokens, at)
  }
  return tokens.length - 1
}

/** `true` and `false` as types, as far as the words around them tell. */
function isLiteralType(tokens: Tokens, at: number): boolean {
  const token = tokens[at] as ScriptToken
  if (token.text !== 'true' && token.text !== 'false') return false
  const [before, after] = [tokens[at - 1]?.text ?? '', tokens[at + 1]?.text ?? '']
  if (/^(?:as|satisfies|is|extends|[|&])$/.test(before) || /^[|&]$/.test(after)) return true
  return before === ':' && isAnnotation(tokens, at - 1, after)
}

/** Whether the `:` at an index says the type of a member, a parameter or a result. */
function isAnnotation(tokens: Tokens, colon: number, after: string): boolean {
  const isOptional = tokens[colon - 1]?.text === '?'
  const name = colon - (isOptional ? 2 : 1)
  if (isOptional) return true
  const lead = tokens[name - 1]?.text ?? ''
  if (/^(?:readonly|declare|static|public|private|protected|let|const|var)$/.test(lead)) return true
  if (tokens[name]?.text === ')') return /^(?:[{;]|=>)$/.test(after) && !isTernary(tokens, name)
  return /^[{;]$/.test(lead) && (after === ';' || after === '=')
}

/** Whether a `?` on the way back could want the `:` behind a bracket. */
function isTernary(tokens: Tokens, closer: number): boolean {
  for (let at = closer; at > Math.max(0, closer - 50); at -= 1) {
    if (/^[;{}]$/.test(tokens[at]?.text ?? '')) return false
    if (tokens[at]?.text === '?') return true
  }
  return false
}
