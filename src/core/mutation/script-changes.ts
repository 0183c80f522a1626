import { ScriptScanner } from './script-scanner.ts'
import type { ScriptToken } from './script-token.ts'
import { typeTokens } from './script-types.ts'
import { NoSource, type TokenReading } from './source-token.ts'

const TYPED = /[.](?:[cm]?ts|tsx)$/
/** Declarations only: nothing in it runs. */
const NOTHING_RUNS = /[.]d[.][cm]?ts$/
/** May be a script that is no module. */
const SCRIPT = /[.]c?js$/
const MARKUP = /[.](?:[cm]?js|[jt]sx)$/

/**
 * The tokens of a JavaScript or TypeScript text that are code that runs: what clearly belongs to a type, and what may be
 * a name of a member, is left out.
 */
export function scriptChanges(text: string, file: string): TokenReading {
  if (text.startsWith('\ufeff')) return { kind: 'refused', reason: 'it starts with a byte-order mark' }
  const scanner = new ScriptScanner(text, MARKUP.test(file), SCRIPT.test(file))
  try {
    scanner.scanFile()
  } catch (error) {
    if (!(error instanceof NoSource)) throw error
    return { kind: 'refused', reason: `it does not tokenize: ${error.message}` }
  }
  const tokens = NOTHING_RUNS.test(file) ? [] : scanner.tokens
  const types = TYPED.test(file) ? typeTokens(tokens, text) : new Set<ScriptToken>()
  return {
    kind: 'tokens',
    tokens: tokens.filter((token, at) => !types.has(token) && runs(token, tokens[at - 1], tokens[at + 1])),
  }
}

function runs(token: ScriptToken, before: ScriptToken | undefined, after: ScriptToken | undefined): boolean {
  if (/^[<>]=?$/.test(token.text)) return token.afterOperand
  if (token.kind !== 'name') return true
  if (before?.text === 'as' || after?.text === 'as') return false // names of modules may be words
  if (before?.text === '.' || before?.text === '?.' || after?.text === '(') return false
  const isKey = after?.text === ':' && (before?.text === '{' || before?.text === ',')
  return !isKey
}
