type Edge<Node> = { readonly from: Node; readonly to: Node }

/**
 * The members of every ring of links, each with all members of its ring in the order in which they were met (Tarjan's
 * strongly connected components, with a stack of its own: a chain of records may be long).
 */
export function findRings<Node>(edges: readonly Edge<Node>[]): ReadonlyMap<Node, readonly Node[]> {
  const next = new Map<Node, Node[]>()
  for (const { from, to } of edges) {
    const known = next.get(from)
    if (known === undefined) next.set(from, [to])
    else known.push(to)
    if (!next.has(to)) next.set(to, [])
  }
  const search = new RingSearch(next)
  for (const node of next.keys()) search.visit(node)
  return search.rings
}

class RingSearch<Node> {
  readonly rings = new Map<Node, readonly Node[]>()
  private readonly next: ReadonlyMap<Node, readonly Node[]>
  private readonly order = new Map<Node, number>()
  private readonly low = new Map<Node, number>()
  private readonly open: Node[] = []
  private readonly isOpen = new Set<Node>()

  constructor(next: ReadonlyMap<Node, readonly Node[]>) {
    this.next = next
  }

  visit(start: Node): void {
    if (this.order.has(start)) return
    const path: { node: Node; at: number }[] = [this.enter(start)]
    for (let step = path.at(-1); step !== undefined; step = path.at(-1)) {
      const to = this.next.get(step.node)?.[step.at++]
      if (to === undefined) {
        path.pop()
        this.leave(step.node, path.at(-1)?.node)
      } else if (!this.order.has(to)) path.push(this.enter(to))
      else if (this.isOpen.has(to)) this.lower(step.node, this.order.get(to) ?? 0)
    }
  }

  private enter(node: Node): { node: Node; at: number } {
    this.low.set(node, this.order.size)
    this.order.set(node, this.order.size)
    this.open.push(node)
    this.isOpen.add(node)
    return { node, at: 0 }
  }

  private lower(node: Node, order: number): void {
    this.low.set(node, Math.min(this.low.get(node) ?? order, order))
  }

  private leave(node: Node, parent: Node | undefined): void {
    const low = this.low.get(node) ?? 0
    if (parent !== undefined) this.lower(parent, low)
    if (low !== this.order.get(node)) return
    const members = this.open.splice(this.open.lastIndexOf(node))
    for (const member of members) this.isOpen.delete(member)
    if (members.length > 1) for (const member of members) this.rings.set(member, members)
  }
}
