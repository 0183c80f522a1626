import { compileGlob, type GlobPart } from './globs.ts'

/**
 * Whether some path may match both globs. A yes can be wrong where both have wildcards in one name; a no never is.
 * A glob that cannot be read may match anything.
 */
export function mayOverlap(a: string, b: string): boolean {
  try {
    const others = compileGlob(b)
    return compileGlob(a).some((parts) => others.some((other) => partsMayOverlap(parts, other)))
  } catch {
    // Only unreadable globs throw: a shell's own wildcards need not be ours.
    return true
  }
}

/** Row by row: `reachable[j]` says that the parts of `a` read so far and the first `j` parts of `b` can be one path. */
function partsMayOverlap(a: readonly GlobPart[], b: readonly GlobPart[]): boolean {
  let reachable = [true, ...b.map((_, j) => b.slice(0, j + 1).every((part) => part === '**'))]
  for (const part of a) {
    const next = [reachable[0] === true && part === '**']
    for (const [j, other] of b.entries()) {
      const skips = (part === '**' && reachable[j + 1] === true) || (other === '**' && next[j] === true)
      const takes = part === '**' ? next[j] === true : other === '**' ? reachable[j + 1] === true : false
      const pairs = part !== '**' && other !== '**' && reachable[j] === true && namesMayOverlap(part, other)
      next.push(skips || takes || pairs)
    }
    reachable = next
  }
  return reachable[b.length] === true
}

function namesMayOverlap(a: Exclude<GlobPart, '**'>, b: Exclude<GlobPart, '**'>): boolean {
  if (a.literal !== null) return b.matches(a.literal)
  if (b.literal !== null) return a.matches(b.literal)
  const prefixes = a.prefix.startsWith(b.prefix) || b.prefix.startsWith(a.prefix)
  return prefixes && (a.suffix.endsWith(b.suffix) || b.suffix.endsWith(a.suffix))
}
