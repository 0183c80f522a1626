/**
 * Where a path lies with regard to a protected path. Paths are absolute and normalised. Letter case and Unicode form
 * are folded on every file system: refusing a look-alike is safe, missing one is not (specification decisions
 * section 1).
 */
export type Relation = 'is' | 'inside' | 'holds' | 'apart'

export function fold(path: string): string {
  return path.normalize('NFC').toLowerCase()
}

/** The relation of `path` to `protectedPath`, by components: `/repo` does not hold `/repo-evil`. */
export function relationTo(path: string, protectedPath: string): Relation {
  const a = fold(path)
  const b = fold(protectedPath)
  if (a === b) return 'is'
  if (a.startsWith(b === '/' ? '/' : `${b}/`)) return 'inside'
  return b.startsWith(a === '/' ? '/' : `${a}/`) ? 'holds' : 'apart'
}

/**
 * The relation of a shell glob to a protected path, component by component as a shell expands it: a star or question
 * mark at the start of a component does not stand for a leading dot.
 */
export function globRelationTo(glob: string, protectedPath: string): Relation {
  const pattern = fold(glob).split('/')
  const path = fold(protectedPath).split('/')
  const shared = Math.min(pattern.length, path.length)
  for (let i = 0; i < shared; i++) {
    if (!matchesComponent(pattern[i] ?? '', path[i] ?? '')) return 'apart'
  }
  if (pattern.length === path.length) return 'is'
  return pattern.length > path.length ? 'inside' : 'holds'
}

function matchesComponent(pattern: string, name: string): boolean {
  if (!/[*?[]/.test(pattern)) return pattern === name
  if (name.startsWith('.') && !pattern.startsWith('.') && !pattern.startsWith('[')) return false
  return matchesFrom(pattern, 0, name, 0)
}

/** `*`, `?` and bracket sets; linear backtracking to the last star only. */
function matchesFrom(pattern: string, p: number, name: string, n: number): boolean {
  let star = -1
  let mark = 0
  while (n < name.length) {
    const step = p < pattern.length ? matchOne(pattern, p, name.charAt(n)) : -1
    if (pattern[p] === '*') {
      star = p
      mark = n
      p += 1
    } else if (step > 0) {
      p += step
      n += 1
    } else if (star >= 0) {
      p = star + 1
      mark += 1
      n = mark
    } else return false
  }
  while (pattern[p] === '*') p += 1
  return p === pattern.length
}

/** How far the pattern moves when it takes one character there, or -1 where it does not. */
function matchOne(pattern: string, at: number, char: string): number {
  if (pattern[at] === '?') return 1
  if (pattern[at] !== '[') return pattern[at] === char ? 1 : -1
  const close = pattern.indexOf(']', at + 2)
  if (close < 0) return char === '[' ? 1 : -1
  const set = pattern.slice(at + 1, close)
  const negated = set.startsWith('!') || set.startsWith('^')
  return inSet(negated ? set.slice(1) : set, char) !== negated ? close - at + 1 : -1
}

function inSet(set: string, char: string): boolean {
  for (let i = 0; i < set.length; i++) {
    const to = set[i + 1] === '-' ? set[i + 2] : undefined
    if (to !== undefined) {
      if (char >= (set[i] ?? '') && char <= to) return true
      i += 2
    } else if (set[i] === char) return true
  }
  return false
}

/** The log folder of a project. */
export function logFolderOf(project: string): string {
  return project === '/' ? '/.hdr/decisions' : `${project}/.hdr/decisions`
}

/** `path` relative to `project` by folded components, or null where it lies elsewhere; `.` is the project itself. */
export function relativeTo(project: string, path: string): string | null {
  const relation = relationTo(path, project)
  if (relation === 'is') return '.'
  if (relation !== 'inside') return null
  return path.slice(project === '/' ? 1 : project.length + 1)
}
