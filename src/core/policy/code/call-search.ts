import type { Language } from './languages.ts'
import { outsideStrings } from './outside-strings.ts'

/**
 * One sign of a call in a code. The code is searched, not parsed: every pattern is linear, what may stand between two
 * parts of it is bounded.
 */
type CallSign = {
  readonly pattern: RegExp
  /** The sign counts only where this stands somewhere in the code too. */
  readonly with?: RegExp
  /** Contents of plain quotes are left out first. */
  readonly outsideStrings?: true
}

export type CallSigns = Readonly<Partial<Record<Language, readonly CallSign[]>>>

/** The piece of the code that shows one of the calls, else null. */
export function findCall(signs: CallSigns, language: Language, code: string): string | null {
  for (const sign of signs[language] ?? []) {
    const found = sign.pattern.exec(sign.outsideStrings ? outsideStrings(code) : code)
    if (found !== null && (sign.with === undefined || sign.with.test(code))) return found[0]
  }
  return null
}
