import { blankStrings } from './blank-strings.ts'
import { isHarmlessText, literalAt, withoutPlainReads } from './harmless-text.ts'
import type { Language } from './languages.ts'
import { outsideStrings } from './outside-strings.ts'
import { plainNames } from './plain-names.ts'

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
  /** What a string of Python holds is no call, unless the code runs strings. */
  readonly called?: true
  /** Behind it stands a text for a shell: one that is spelled out and changes nothing does not count. */
  readonly literal?: true
}

export type CallSigns = Readonly<Partial<Record<Language, readonly CallSign[]>>>

/** Python that runs strings as code. */
const RUNS_STRINGS = /\b(?:exec|eval|compile|execfile|timeit|repeat|runsource|runcode|interact)\s*\(|['"]-c['"]/

/** The piece of the code that shows one of the calls, else null. */
export function findCall(signs: CallSigns, language: Language, written: string): string | null {
  const code = language === 'awk' ? withoutPlainReads(written) : plainNames(language, written)
  let blank: string | null = null
  for (const sign of signs[language] ?? []) {
    if (sign.called) blank ??= RUNS_STRINGS.test(code) ? code : blankStrings(code)
    const text = sign.called ? (blank ?? code) : sign.outsideStrings ? outsideStrings(code) : code
    const found = sign.literal ? openText(sign.pattern, text, code) : sign.pattern.exec(text)
    if (found !== null && (sign.with === undefined || sign.with.test(text))) return found[0]
  }
  return null
}

/** The first call whose text is not spelled out, or is one that a person should see. */
function openText(pattern: RegExp, text: string, code: string): RegExpExecArray | null {
  for (const found of text.matchAll(new RegExp(pattern, `g${pattern.flags}`))) {
    const literal = literalAt(code, found.index + found[0].length)
    if (literal === null || !isHarmlessText(literal)) return found
  }
  return null
}
