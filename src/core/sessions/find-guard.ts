import type { Check } from '../decisions/check.ts'

/** The id of the current decision that guards the log against shell commands, or null. */
export function findGuard(decisions: readonly { readonly id: string; readonly check: Check | null }[]): string | null {
  return decisions.find((decision) => decision.check !== null && guards(decision.check))?.id ?? null
}

function guards(check: Check): boolean {
  if (check.kind === 'all') return check.checks.some(guards)
  return check.kind === 'append_only' && check.shell === 'guard'
}
