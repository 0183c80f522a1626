import type { TextMatcher } from '../../core/codec/text-pattern.ts'
import type { Check } from '../../core/decisions/check.ts'

export type MatchText = (pattern: string, flags: string | undefined, text: string) => boolean

/** The matcher for text patterns; its linear-time engine is loaded only where a check has a pattern. */
export async function loadTextMatcher(checks: readonly Check[]): Promise<MatchText> {
  if (!checks.some(hasPattern)) return () => false
  const { compileTextPattern } = await import('../../core/codec/text-pattern.ts')
  const compiled = new Map<string, TextMatcher>()
  return (pattern, flags, text) => {
    const key = `${flags ?? ''} ${pattern}`
    let matcher = compiled.get(key)
    if (!matcher) {
      const parsed = compileTextPattern(pattern, flags)
      if (!parsed.ok) throw new Error(`the pattern ${JSON.stringify(pattern)} cannot be compiled`)
      matcher = parsed.value
      compiled.set(key, matcher)
    }
    return matcher(text)
  }
}

function hasPattern(check: Check): boolean {
  if (check.kind === 'all') return check.checks.some(hasPattern)
  return check.kind === 'text_required' || check.kind === 'text_forbidden'
}
