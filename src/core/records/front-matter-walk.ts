import { escapePointer } from '../codec/json-pointer.ts'
import { type GuardFault, guardKey, guardScalar, hasLineAtColumn0, isBlockStyle } from './front-matter-guards.ts'
import type { YamlNode } from './front-matter-tree.ts'

export type WalkFault = GuardFault & { readonly offset: number; readonly pointer: string }

export type Walk = {
  readonly faults: readonly WalkFault[]
  /** Offsets of keys and elements by pointer. */
  readonly places: ReadonlyMap<string, number>
}

/** Goes through every node that js-yaml read: what our readers refuse, and where each value stands. */
export function walkFrontMatter(text: string, root: YamlNode): Walk {
  const faults: WalkFault[] = []
  const places = new Map<string, number>()
  const add = (fault: GuardFault | null, node: YamlNode, pointer: string): void => {
    if (fault !== null) faults.push({ ...fault, offset: node.start, pointer })
  }

  function visit(outer: YamlNode, pointer: string): void {
    const node = innermost(outer)
    if (node.kind === null) return
    add(hasLineAtColumn0(text, node), node, pointer)
    if (node.kind === 'scalar') add(guardScalar(text, node), node, pointer)
    if (node.kind === 'mapping') visitMapping(node, pointer)
    if (node.kind === 'sequence') visitSequence(node, pointer)
  }

  function visitMapping(node: YamlNode, pointer: string): void {
    for (let index = 0; index < node.children.length; ) index += visitPair(node, index, pointer)
  }

  /** Visits a key and, where a colon follows, its value; says how many children that were. */
  function visitPair(parent: YamlNode, index: number, pointer: string): number {
    const outer = parent.children[index] as YamlNode
    const key = innermost(outer)
    const own = `${pointer}/${escapePointer(String(key.value))}`
    if (gapBefore(text, parent, index).includes('?')) {
      add({ cause: 'unsupported', what: 'an explicit key (`? `)', hint: 'write `key: value`' }, key, pointer)
      return parent.children.length
    }
    add(guardKey(text, key), key, pointer)
    places.set(own, key.start)
    if (key.kind === 'scalar') visit(key, own)
    const value = outer.colon ? parent.children[index + 1] : undefined
    if (value !== undefined) visit(value, own)
    return outer.colon ? 2 : 1
  }

  function visitSequence(node: YamlNode, pointer: string): void {
    const block = isBlockStyle(text, node)
    let element = 0
    for (let index = 0; index < node.children.length; element += 1) {
      const child = node.children[index] as YamlNode
      // The library makes no node for a dash with nothing behind it.
      if (block) element += Math.max(0, gapBefore(text, node, index).replace(/[^-]/g, '').length - 1)
      const own = `${pointer}/${element}`
      places.set(own, child.start)
      if (!block && (child.colon || gapBefore(text, node, index).includes('?'))) index += visitPair(node, index, own)
      else {
        visit(child, own)
        index += 1
      }
    }
  }

  visit(root, '')
  return { faults, places }
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
