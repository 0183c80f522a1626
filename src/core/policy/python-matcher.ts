import { RE2JS } from 're2js'
import type { FindPattern } from './project-policy.ts'
import type { PythonPattern } from './python-pattern.ts'

/** Letters times size of the pattern up to which the place of a match is looked for: some tens of milliseconds. */
const PLACE_COST_MAX = 2_000_000

/**
 * Compiles a translated pattern at its first use. Import this module lazily: the engine is big. Whether a pattern
 * matches costs a fraction of where it does, so in a long text a big pattern counts as found in the whole of it.
 */
export function pythonMatcher({ expression, size }: PythonPattern): FindPattern {
  let compiled: RE2JS | null = null
  return (text) => {
    compiled ??= RE2JS.compile(expression, RE2JS.CASE_INSENSITIVE)
    if (!compiled.test(text)) return null
    const matcher = compiled.matcher(text)
    const isCheap = text.length * size <= PLACE_COST_MAX
    return isCheap && matcher.find() ? [matcher.start(), matcher.end()] : [0, text.length]
  }
}
