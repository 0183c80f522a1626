/** Who supersedes whom, by id. */
export type SupersedeGraph = ReadonlyMap<string, readonly string[]>

/**
 * The groups of decisions that supersede each other in a ring, also through others, and those that supersede
 * themselves. Every id stands in at most one group. Linear in the graph, without recursion (Kosaraju's two walks).
 */
export function findRings(graph: SupersedeGraph): readonly (readonly string[])[] {
  const seen = new Set<string>()
  const finished = [...graph.keys()].flatMap((id) => walk(graph, id, seen))
  const backwards = reverse(graph)
  const taken = new Set<string>()
  const groups = finished.reverse().map((id) => walk(backwards, id, taken))
  return groups.filter((group) => group.length > 1 || isOwnTarget(graph, group[0])).map((group) => group.sort())
}

/** All ids reached from `start` and not seen before, each behind the ones it leads to. */
function walk(graph: SupersedeGraph, start: string, seen: Set<string>): string[] {
  if (seen.has(start)) return []
  seen.add(start)
  const finished: string[] = []
  const open = [{ id: start, next: 0 }]
  for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
    const target = graph.get(top.id)?.[top.next]
    top.next += 1
    if (target === undefined) {
      finished.push(top.id)
      open.pop()
    } else if (!seen.has(target) && graph.has(target)) {
      seen.add(target)
      open.push({ id: target, next: 0 })
    }
  }
  return finished
}

function reverse(graph: SupersedeGraph): SupersedeGraph {
  const backwards = new Map<string, string[]>([...graph.keys()].map((id) => [id, []]))
  for (const [id, targets] of graph) {
    for (const target of targets) backwards.get(target)?.push(id)
  }
  return backwards
}

function isOwnTarget(graph: SupersedeGraph, id: string | undefined): boolean {
  return id !== undefined && graph.get(id)?.includes(id) === true
}
