import { type EventType, JSON_SCHEMA, load, type State, YAMLException } from 'js-yaml'

/** One node as js-yaml met it, with offsets into the text. A node in block context often holds itself once more. */
export type YamlNode = {
  /** Where the library began to look for it, blanks and comments before it included. */
  readonly open: number
  /** Its first character. */
  readonly start: number
  close: number
  kind: 'scalar' | 'mapping' | 'sequence' | null
  value: unknown
  /** A colon follows on the line: it is a key. */
  colon: boolean
  readonly children: YamlNode[]
}

export type YamlTree = { readonly value: unknown; readonly root: YamlNode | null }

export type YamlReading = { /** Offsets of anchors, aliases and tags. */ readonly marks: readonly number[] } & (
  | { readonly kind: 'read'; readonly tree: YamlTree }
  | { readonly kind: 'wrong'; readonly reason: string; readonly offset: number }
  | { readonly kind: 'too-deep'; readonly offset: number }
)

const DEPTH_MAX = 64
const MARKS = '!&*'
const LAST_BLANK = 0x20

/**
 * Reads YAML with js-yaml 4.1 under what it calls its JSON schema: the reader whose values are prescribed
 * (records.md 4.1). The nodes come from its own events, so a guard judges what was read and not what a second parser
 * thinks. The only module that knows the library.
 */
export function readYaml(text: string): YamlReading {
  const marks: number[] = []
  const stack: YamlNode[] = []
  let root: YamlNode | null = null
  const listener = (event: EventType, state: State): void => {
    if (event === 'open') {
      const node = openNode(text, state.position)
      if (MARKS.includes(text[node.start] ?? ' ')) marks.push(node.start)
      root ??= node
      stack.at(-1)?.children.push(node)
      if (stack.push(node) > DEPTH_MAX + 1) throw new TooDeep(node.start)
    } else closeNode(stack.pop(), state, text)
  }
  try {
    const value: unknown = load(text, { schema: JSON_SCHEMA, listener: (event, state) => listener(event, state) })
    return { kind: 'read', tree: { value, root }, marks }
  } catch (error) {
    if (error instanceof TooDeep) return { kind: 'too-deep', offset: error.offset, marks }
    if (!(error instanceof YAMLException)) throw error
    return { kind: 'wrong', reason: error.reason, offset: offsetOf(error, text), marks }
  }
}

class TooDeep extends Error {
  readonly offset: number

  constructor(offset: number) {
    super('too deep')
    this.offset = offset
  }
}

function openNode(text: string, open: number): YamlNode {
  return { open, start: skipSeparation(text, open), close: open, kind: null, value: null, colon: false, children: [] }
}

function closeNode(node: YamlNode | undefined, state: State, text: string): void {
  if (node === undefined) return
  node.close = state.position
  node.kind = state.kind as YamlNode['kind']
  node.value = state.result
  let at = state.position
  while (text[at] === ' ' || text[at] === '\t') at += 1
  node.colon = text[at] === ':'
}

/** As the library does it: blanks, then perhaps a comment, line after line. */
function skipSeparation(text: string, from: number): number {
  let at = from
  for (;;) {
    while (text[at] === ' ' || text[at] === '\t') at += 1
    if (text[at] === '#') {
      const end = text.indexOf('\n', at)
      at = end === -1 ? text.length : end
    }
    if (text[at] !== '\n') return at
    at += 1
  }
}

/** The library's own place can lie behind a text that ended early; then the last character is named. */
function offsetOf(error: YAMLException, text: string): number {
  let last = text.length
  while (last > 0 && text.charCodeAt(last - 1) <= LAST_BLANK) last -= 1
  return Math.min(error.mark?.position ?? 0, last)
}
