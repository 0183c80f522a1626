import type { CompiledPolicy, CompiledRule, ProjectPolicy } from './project-policy.ts'
import { translatePythonPattern } from './python-pattern.ts'

/** Makes a policy ready to match; the engine for patterns is loaded only where a rule has one. */
export async function compileProjectPolicy(policy: ProjectPolicy): Promise<CompiledPolicy> {
  if (policy.rules.every(({ pattern }) => pattern === null)) {
    return { ...policy, rules: policy.rules.map((rule) => ({ ...rule, find: null })) }
  }
  const { pythonMatcher } = await import('./python-matcher.ts')
  const rules = policy.rules.map((rule): CompiledRule => {
    if (rule.pattern === null) return { ...rule, find: null }
    const translated = translatePythonPattern(rule.pattern)
    if (!translated.ok) throw new Error(`the pattern of ${rule.id} was accepted and is invalid: ${translated.problem}`)
    return { ...rule, find: pythonMatcher(translated.value) }
  })
  return { ...policy, rules }
}
