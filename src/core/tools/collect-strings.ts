/** All strings of a value. `complete` is false where a limit cut it short: then something was not looked at. */
export type CollectedStrings = { readonly strings: readonly string[]; readonly complete: boolean }

export const TOO_MUCH = 'the input is nested too deeply or holds too many strings'

const DEPTH_MAX = 200
const CONTAINERS_MAX = 100_000
const STRINGS_MAX = 20_000

type Step = { readonly container: object; readonly depth: number }

/**
 * Every different string in a JSON value, and the keys that look like paths: a tool may take `{"of/file.json": "text"}`.
 * Without recursion, so deep nesting costs no stack; in no particular order.
 */
export function collectStrings(root: unknown): CollectedStrings {
  const strings = new Set<string>()
  const open: Step[] = []
  let containers = 0
  let complete = true
  const visit = (value: unknown, depth: number): void => {
    if (typeof value === 'string') {
      if (strings.size < STRINGS_MAX) strings.add(value)
      else if (!strings.has(value)) complete = false
    } else if (typeof value === 'object' && value !== null) {
      containers += 1
      if (depth > DEPTH_MAX || containers > CONTAINERS_MAX) complete = false
      else open.push({ container: value, depth })
    }
  }
  visit(root, 1)
  for (let step = open.pop(); step !== undefined; step = open.pop()) {
    const { container, depth } = step
    if (!Array.isArray(container)) for (const key of Object.keys(container).filter(looksLikePath)) visit(key, depth)
    for (const child of Object.values(container)) visit(child, depth + 1)
  }
  return { strings: [...strings], complete }
}

function looksLikePath(key: string): boolean {
  return key.includes('/') || key.includes('.') || key.includes('\\')
}
