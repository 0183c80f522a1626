import type { Node } from 'jsonc-parser'
import type { JsonValue } from '../core/codec/json.ts'

/** How a JSON text is laid out. `units` are the indents in which a part of it may have been written by us. */
export type TextLayout = { readonly eol: string; readonly unit: string; readonly units: readonly string[] }

const UNITS_MAX = 20

export function layoutOf(text: string): TextLayout {
  const indents = [...text.matchAll(/^([ \t]+)["{[]/gm)].map((match) => match[1] ?? '')
  const units = [...new Set(['  ', ...indents])].slice(0, UNITS_MAX)
  return { eol: text.includes('\r\n') ? '\r\n' : '\n', unit: indents[0] ?? '  ', units }
}

/** The value over several lines, all but the first indented by `indent`. */
export function renderAt(value: JsonValue, indent: string, { eol, unit }: TextLayout): string {
  return JSON.stringify(value, null, unit).replaceAll('\n', `${eol}${indent}`)
}

/** A new last item of an array, or with `key` a new last property of an object, at that depth of the text. */
export type NewItem = { readonly key?: string; readonly value: JsonValue; readonly depth: number }

/** Adds text and changes none: `removeItem` gives exactly the text before. */
export function insertItem(text: string, container: Node, item: NewItem, layout: TextLayout): string {
  const last = container.children?.at(-1)
  const indent = (last && indentOf(text, last.offset)) ?? layout.unit.repeat(item.depth)
  const name = item.key === undefined ? '' : `${JSON.stringify(item.key)}: `
  const written = `${name}${renderAt(item.value, indent, layout)}`
  if (last !== undefined) return splice(text, endOf(last), endOf(last), `,${layout.eol}${indent}${written}`)
  const inside = text.slice(container.offset + 1, endOf(container) - 1)
  // In `{}` it goes on a line of its own; other blanks and comments stay behind it.
  const lead = inside.includes('\n') ? '' : `${layout.eol}${indent}`
  return splice(text, container.offset + 1, container.offset + 1, `${lead}${written}`)
}

/** Takes an item out with the comma and the blanks that belong to it; comments of others stay. */
export function removeItem(text: string, container: Node, item: Node): string {
  const items = container.children ?? []
  const at = items.indexOf(item)
  const [before, after] = [items[at - 1], items[at + 1]]
  if (before !== undefined) {
    const gap = text.slice(endOf(before), item.offset)
    const kept = /^\s*,\s*$/.test(gap) ? '' : gap.replace(/^(\s*),/, '$1')
    return splice(text, endOf(before), endOf(item), kept)
  }
  if (after !== undefined) return splice(text, item.offset, after.offset, '')
  const lead = text.slice(container.offset + 1, item.offset)
  return splice(text, lead.trim() === '' ? container.offset + 1 : item.offset, endOf(item), '')
}

export function replaceItem(text: string, item: Node, value: JsonValue, depth: number, layout: TextLayout): string {
  const indent = indentOf(text, item.offset) ?? layout.unit.repeat(depth)
  return splice(text, item.offset, endOf(item), renderAt(value, indent, layout))
}

/** The blanks before an offset, or null where something else stands on its line before it. */
export function indentOf(text: string, offset: number): string | null {
  const start = text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset)
  return /^[ \t]*$/.test(start) && offset > 0 ? start : null
}

function endOf(node: Node): number {
  return node.offset + node.length
}

function splice(text: string, from: number, to: number, inserted: string): string {
  return text.slice(0, from) + inserted + text.slice(to)
}
