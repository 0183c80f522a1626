import type { PolicyCommand } from '../rule.ts'

/** Whether the words of a command hold a match for each pattern, in this order, others between them. */
export function inOrder({ args }: PolicyCommand, patterns: readonly RegExp[]): boolean {
  let at = 0
  for (const { text } of args) {
    const pattern = patterns[at]
    if (pattern === undefined) break
    if (pattern.test(text)) at += 1
  }
  return at === patterns.length
}
