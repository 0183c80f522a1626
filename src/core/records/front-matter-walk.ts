import { pointerOf } from '../codec/json-pointer.ts'
import { type GuardFault, guardKey, guardScalar, hasLineAtColumn0, isBlockStyle } from './front-matter-guards.ts'
import type { YamlNode } from './front-matter-tree.ts'

export type WalkFault = GuardFault & { readonly offset: number; readonly pointer: string }

/** Where a key or element stands, and what is in it. Pointers are not spelled out: a hostile key may be long. */
export type Place = { readonly at: number; readonly inside: Map<string, Place> }

export type Walk = { readonly faults: readonly WalkFault[]; readonly top: Place }

const FAULTS_MAX = 20

/** Goes through every node that js-yaml read: what our readers refuse, and where each value stands. */
export function walkFrontMatter(text: string, root: YamlNode): Walk {
  const walker = new Walker(text)
  const top: Place = { at: 0, inside: new Map() }
  walker.visit(root, top)
  return { faults: walker.faults, top }
}

class Walker {
  readonly faults: WalkFault[] = []
  private readonly path: string[] = []
  private readonly text: string

  constructor(text: string) {
    this.text = text
  }

  visit(outer: YamlNode, place: Place): void {
    const node = innermost(outer)
    if (node.kind === null) return
    this.add(hasLineAtColumn0(this.text, node), node)
    if (node.kind === 'scalar') this.add(guardScalar(this.text, node), node)
    if (node.kind === 'mapping') this.visitMapping(node, place)
    if (node.kind === 'sequence') this.visitSequence(node, place)
  }

  private visitMapping(node: YamlNode, place: Place): void {
    for (let index = 0; index < node.children.length; ) index += this.visitPair(node, index, place)
  }

  /** Visits a key and, where a colon follows, its value; says how many children that were. */
  private visitPair(parent: YamlNode, index: number, place: Place): number {
    const outer = parent.children[index] as YamlNode
    const key = innermost(outer)
    if (gapBefore(this.text, parent, index).includes('?')) {
      this.add({ cause: 'unsupported', what: 'an explicit key (`? `)', hint: 'write `key: value`' }, key)
      return parent.children.length
    }
    this.add(guardKey(this.text, key), key)
    if (key.kind === 'scalar') this.add(hasLineAtColumn0(this.text, key) ?? guardScalar(this.text, key), key)
    const name = key.kind === 'scalar' ? String(key.value) : ''
    const own = this.enter(place, name, key)
    const value = outer.colon ? parent.children[index + 1] : undefined
    if (value !== undefined) this.visit(value, own)
    this.path.pop()
    return outer.colon ? 2 : 1
  }

  private visitSequence(node: YamlNode, place: Place): void {
    const block = isBlockStyle(this.text, node)
    let element = 0
    for (let index = 0; index < node.children.length; element += 1) {
      const child = node.children[index] as YamlNode
      const gap = gapBefore(this.text, node, index)
      // The library makes no node for a dash with nothing behind it.
      if (block) element += Math.max(0, gap.replace(/[^-]/g, '').length - 1)
      const own = this.enter(place, String(element), child)
      if (!block && (child.colon || gap.includes('?'))) index += this.visitPair(node, index, own)
      else {
        this.visit(child, own)
        index += 1
      }
      this.path.pop()
    }
  }

  private enter(place: Place, name: string, node: YamlNode): Place {
    const own: Place = { at: node.start, inside: new Map() }
    place.inside.set(name, own)
    this.path.push(name)
    return own
  }

  private add(fault: GuardFault | null, node: YamlNode): void {
    if (fault === null || this.faults.length >= FAULTS_MAX) return
    this.faults.push({ ...fault, offset: node.start, pointer: pointerOf(this.path) })
  }
}

/** The node itself where block context made the library hold it twice. */
function innermost(outer: YamlNode): YamlNode {
  let node = outer
  for (;;) {
    const [child, second] = node.children
    const same = child !== undefined && second === undefined && child.kind === node.kind && !child.colon
    if (!same || node.kind === null || child.start !== node.start) return node
    node = child
  }
}

/** The indicators between a child and what stands before it, without comments. */
function gapBefore(text: string, parent: YamlNode, index: number): string {
  const from = index === 0 ? parent.start : (parent.children[index - 1] as YamlNode).close
  return text.slice(from, (parent.children[index] as YamlNode).open).replace(/#[^\n]*/g, '')
}
