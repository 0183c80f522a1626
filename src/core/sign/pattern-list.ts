/**
 * Whether a name is in a list of patterns as OpenSSH reads one (ssh_config(5), PATTERNS): parts between commas, `*` any
 * run, `?` one character, `!` before a part that excludes what it matches whatever else does. In time linear in each
 * part's length times the name's.
 */
export function matchesPatternList(name: string, list: string): boolean {
  const parts = list.split(',')
  if (parts.some((part) => part.startsWith('!') && matchesPattern(name, part.slice(1)))) return false
  return parts.some((part) => !part.startsWith('!') && matchesPattern(name, part))
}

/** Goes back only to the last star: an earlier one never needs to take more. */
function matchesPattern(name: string, pattern: string): boolean {
  let [at, from, star, mark] = [0, 0, -1, 0]
  while (at < name.length) {
    if (pattern[from] === '*') {
      star = from++
      mark = at
    } else if (pattern[from] === '?' || pattern[from] === name[at]) {
      from++
      at++
    } else if (star >= 0) {
      from = star + 1
      at = ++mark
    } else return false
  }
  while (pattern[from] === '*') from++
  return from === pattern.length
}
