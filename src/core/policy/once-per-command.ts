import type { PolicyCommand } from './rule.ts'

/** Remembers what was read of a command: several rules ask the same of it, each time within one context. */
export function oncePerCommand<T, Rest extends readonly unknown[]>(
  read: (command: PolicyCommand, ...rest: Rest) => T,
): (command: PolicyCommand, ...rest: Rest) => T {
  const known = new WeakMap<PolicyCommand, { readonly value: T }>()
  return (command, ...rest) => {
    const kept = known.get(command)
    if (kept !== undefined) return kept.value
    const value = read(command, ...rest)
    known.set(command, { value })
    return value
  }
}
