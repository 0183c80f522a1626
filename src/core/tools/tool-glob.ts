/** Whether the pattern holds a wildcard at all. */
export function isToolGlob(pattern: string): boolean {
  return pattern.includes('*') || pattern.includes('?')
}

/**
 * Matches a whole tool name: `*` any run of characters, `?` one of them, everything else itself, letter case counts.
 * At most pattern times name steps: only the last star is ever taken up again.
 */
export function matchesToolGlob(pattern: string, name: string): boolean {
  let at = 0
  let star = -1
  let resume = 0
  let index = 0
  while (index < name.length) {
    if (pattern[at] === '*') {
      star = at
      resume = index
      at += 1
    } else if (at < pattern.length && (pattern[at] === '?' || pattern[at] === name[index])) {
      at += 1
      index += 1
    } else if (star >= 0) {
      at = star + 1
      resume += 1
      index = resume
    } else return false
  }
  while (pattern[at] === '*') at += 1
  return at === pattern.length
}
