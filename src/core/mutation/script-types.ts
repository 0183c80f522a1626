import type { ScriptToken } from './script-token.ts'
import { isValue, type TokenBrackets } from './script-values.ts'

type Tokens = readonly ScriptToken[]

/** Tokens, where each opening bracket is closed, and the text they are of. */
type Reading = TokenBrackets & {
  readonly text: string
  stepsLeft: number
}

/** Never part of a type at its own level. */
const NO_TYPE = /^(?:&&|\|\||==|===|!=|!==|\?\?|\+|\*|\/|%|\+\+|--|;|<=|>=)$/
const GOES_ON_BEFORE = /^(?:[|&?:=<(,]|=>|extends|keyof|typeof|infer|readonly|is|asserts)$/
const GOES_ON_AFTER = /^(?:[|&?:=.[>]|=>|extends)$/
/** Steps that the search for the ends of type arguments may take in one text. */
const STEPS_MAX = 2_000_000

/**
 * The tokens of TypeScript that belong to types: type arguments, aliases, interfaces, and literal types where a look at
 * the neighbours tells them. What is missed makes a mutant that always survives; nothing else is harmed.
 */
export function typeTokens(tokens: Tokens, text: string): ReadonlySet<ScriptToken> {
  const reading = { tokens, ...bracketsOf(tokens), text, stepsLeft: STEPS_MAX }
  const found = new Set<ScriptToken>()
  for (let at = 0; at < tokens.length; at += 1) {
    if (found.has(tokens[at] as ScriptToken)) continue
    // No operator between values stands in a type: where brackets are unclear, only truth values are left alone.
    const unclear = isValue(reading, at) ? at - 1 : (reading.ends.get(at) ?? at)
    for (const token of tokens.slice(at, unclear + 1)) if (/^(?:true|false)$/.test(token.text)) found.add(token)
    const end = typeEnd(reading, at)
    for (let next = at; next <= end; next += 1) found.add(tokens[next] as ScriptToken)
  }
  return found
}

/** The index where the type ends that begins at an index; less than that index where none begins. */
function typeEnd(reading: Reading, at: number): number {
  const { tokens } = reading
  if (tokens[at]?.text === '<' && tokens[at]?.kind === 'operator') return argumentsEnd(reading, at)
  if (isDeclaration(tokens, at, 'interface')) return interfaceEnd(reading, at)
  if (isDeclaration(tokens, at, 'type') && /^[=<]$/.test(tokens[at + 2]?.text ?? '')) return aliasEnd(reading, at)
  return at - 1
}

function bracketsOf(tokens: Tokens): Omit<TokenBrackets, 'tokens'> {
  const [ends, starts, outer] = [new Map<number, number>(), new Map<number, number>(), new Map<number, number>()]
  const open: number[] = []
  for (const [at, { kind, text }] of tokens.entries()) {
    const isCloser = kind === 'operator' && /^[)\]}]$/.test(text)
    const start = isCloser ? open.pop() : undefined
    if (start !== undefined) {
      ends.set(start, at)
      starts.set(at, start)
    }
    outer.set(at, open.at(-1) ?? -1)
    if (kind === 'operator' && /^[([{]$/.test(text)) open.push(at)
  }
  return { ends, starts, outer }
}

/** The index of the `>` of type arguments; one less than the start where `<` compares. */
function argumentsEnd(reading: Reading, start: number): number {
  const { tokens, ends, text } = reading
  const token = tokens[start] as ScriptToken
  const isSpaced = /\s/.test(text[token.start - 1] ?? '') && /\s/.test(text[token.end] ?? '')
  if (token.afterOperand && isSpaced) return start - 1
  let depth = 0
  for (let at = start; at < tokens.length; at += 1) {
    reading.stepsLeft -= 1
    if (reading.stepsLeft < 0) return start // unclear, and left alone
    const { text: word, kind } = tokens[at] as ScriptToken
    if (kind !== 'operator') continue
    if (ends.has(at)) at = ends.get(at) as number
    else if (word === '<') depth += 1
    else if (/^>+=?$/.test(word)) {
      depth -= word.replace('=', '').length
      if (depth <= 0) return at
    } else if (NO_TYPE.test(word) || /^[)\]}]$/.test(word)) break
  }
  return token.afterOperand ? start - 1 : start
}

/** The first `{` that is not among type arguments opens the body. */
function interfaceEnd(reading: Reading, start: number): number {
  for (let at = start; at < reading.tokens.length; at += 1) {
    const word = reading.tokens[at]?.text
    if (word === '{') return reading.ends.get(at) ?? at
    if (word === '<') at = Math.max(at, argumentsEnd(reading, at))
  }
  return reading.tokens.length - 1
}

/** Whether a word declares a name here, rather than being one. */
function isDeclaration(tokens: Tokens, at: number, word: string): boolean {
  const token = tokens[at]
  if (token?.text !== word || token.kind !== 'name' || tokens[at + 1]?.kind !== 'name') return false
  const before = tokens[at - 1]
  return before === undefined || before.kind !== 'operator' || /^[;}{)]$/.test(before.text)
}

/** An alias ends with `;`, or with its line where neither side of the break goes on. */
function aliasEnd({ tokens, ends, text }: Reading, start: number): number {
  for (let at = start + 1; at < tokens.length; at += 1) {
    const token = tokens[at] as ScriptToken
    if (token.text === ';' || /^[)\]}]$/.test(token.text)) return at - 1
    const before = tokens[at - 1] as ScriptToken
    const isBroken = /[\r\n]/.test(text.slice(before.end, token.start))
    if (isBroken && !GOES_ON_BEFORE.test(before.text) && !GOES_ON_AFTER.test(token.text)) return at - 1
    at = ends.get(at) ?? at
  }
  return tokens.length - 1
}
