import { RE2JS } from 're2js'
import type { Parsed } from '../fault.ts'

export type TextMatcher = (text: string) => boolean

const PATTERN_LENGTH_MAX = 1000
const FLAGS: ReadonlyMap<string, number> = new Map([
  ['i', RE2JS.CASE_INSENSITIVE],
  ['m', RE2JS.MULTILINE],
  ['s', RE2JS.DOTALL],
])

/**
 * Compiles a regular expression of RE2: no look-around, no back references, and time linear in the text. Flags:
 * `i` letter case, `m` `^` and `$` at lines, `s` dot matches line ends. Import this module lazily: the engine is big.
 */
export function compileTextPattern(pattern: string, flags = ''): Parsed<TextMatcher, 'bad-pattern'> {
  const wrong = [...flags].find((flag) => !FLAGS.has(flag))
  if (wrong !== undefined) return bad(pattern, `has the flag ${JSON.stringify(wrong)}; i, m and s are known`)
  if (pattern.length > PATTERN_LENGTH_MAX) return bad(pattern, `is longer than ${PATTERN_LENGTH_MAX} letters`)
  try {
    const expression = RE2JS.compile(
      pattern,
      [...flags].reduce((bits, flag) => bits | (FLAGS.get(flag) ?? 0), 0),
    )
    return { ok: true, value: (text) => expression.matcher(text).find() }
  } catch (error) {
    return bad(pattern, `cannot be compiled: ${error instanceof Error ? error.message : String(error)}`)
  }
}

function bad(pattern: string, what: string): Parsed<TextMatcher, 'bad-pattern'> {
  const shown = JSON.stringify(pattern.length > 80 ? `${pattern.slice(0, 77)}...` : pattern)
  const hint = 'patterns are regular expressions of RE2: no look-around and no back references'
  return { ok: false, faults: [{ code: 'bad-pattern', message: `the pattern ${shown} ${what}`, hint }] }
}
