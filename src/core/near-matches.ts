/** The candidates a person may have meant, nearest first, at most three. */
export function nearMatches(word: string, candidates: readonly string[]): readonly string[] {
  const limit = Math.min(3, Math.max(1, Math.floor(word.length / 3)))
  return candidates
    .map((candidate) => ({ candidate, distance: editDistance(word.toLowerCase(), candidate.toLowerCase()) }))
    .filter(({ distance }) => distance <= limit)
    .sort((a, b) => a.distance - b.distance || (a.candidate < b.candidate ? -1 : 1))
    .slice(0, 3)
    .map(({ candidate }) => candidate)
}

/** Insertions, deletions, substitutions and swaps of neighbours. Long words are cut: nobody mistypes 200 letters. */
function editDistance(one: string, other: string): number {
  const a = one.slice(0, 64)
  const b = other.slice(0, 64)
  let before: readonly number[] = []
  let last: readonly number[] = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let row = 1; row <= a.length; row++) {
    const next = [row]
    for (let column = 1; column <= b.length; column++) {
      const same = a[row - 1] === b[column - 1]
      const swapped = a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
      next.push(
        Math.min(
          (last[column] ?? 0) + 1,
          (next[column - 1] ?? 0) + 1,
          (last[column - 1] ?? 0) + (same ? 0 : 1),
          swapped ? (before[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
        ),
      )
    }
    before = last
    last = next
  }
  return last[b.length] ?? 0
}
