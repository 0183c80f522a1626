import type { Value } from './shell-state.ts'
import { ASSUMED, type Field, type Span, UNKNOWN } from './text-marks.ts'

const GLOB = /[*?[]/

/** `split`: words of a command. `redirect`: one word, globs count. `assign`: one word, globs are plain text. */
export type FieldMode = 'split' | 'redirect' | 'assign'

/** Puts the expanded parts of one word together and splits it where a shell would. */
export type FieldBuilder = {
  readonly mode: FieldMode
  readonly span: Span
  readonly separators: string
  readonly done: Field[]
  text: string
  glob: boolean
  /** A word of quotes alone is a word; one of an empty variable alone is none. */
  open: boolean
  /** Of a word that is a process substitution. */
  content: string | null
}

export function newBuilder(mode: FieldMode, span: Span, separators: string): FieldBuilder {
  return { mode, span, separators, done: [], text: '', glob: false, open: false, content: null }
}

/** Text that is neither split nor a pattern. */
export function addPlain(builder: FieldBuilder, text: string): void {
  builder.text += text
  builder.open = true
}

export function addGlob(builder: FieldBuilder, text: string): void {
  builder.text += text
  builder.open = true
  if (builder.mode !== 'assign') builder.glob = true
}

/** `"$x"` and `"$@"`: each item is a word of its own. */
export function addQuotedItems(builder: FieldBuilder, items: Value, all: boolean): void {
  if (!all) {
    addPlain(builder, items[0] ?? '')
    return
  }
  if (builder.mode !== 'split') {
    addPlain(builder, items.join(' '))
    return
  }
  items.forEach((item, index) => {
    if (index > 0) endField(builder)
    addPlain(builder, item)
  })
}

/** `$x`: split at the separators, and a pattern. */
export function addUnquotedItems(builder: FieldBuilder, items: Value): void {
  if (builder.mode !== 'split') {
    addVariable(builder, items.join(' '))
    return
  }
  items.forEach((item, index) => {
    if (index > 0) endField(builder)
    addSplit(builder, item)
  })
}

function addSplit(builder: FieldBuilder, item: string): void {
  let start = 0
  for (let at = 0; at < item.length; at += 1) {
    if (!builder.separators.includes(item.charAt(at))) continue
    addVariable(builder, item.slice(start, at))
    endField(builder)
    start = at + 1
  }
  addVariable(builder, item.slice(start))
}

function addVariable(builder: FieldBuilder, text: string): void {
  if (text === '' || text === ASSUMED) {
    builder.text += text
    return
  }
  if (GLOB.test(text)) addGlob(builder, text)
  else addPlain(builder, text)
}

function endField(builder: FieldBuilder): void {
  const { text, glob, span, content } = builder
  if (builder.open) builder.done.push(content === null ? { text, glob, span } : { text, glob, span, content })
  builder.content = null
  builder.text = ''
  builder.glob = false
  builder.open = false
}

export function finishFields(builder: FieldBuilder): readonly Field[] {
  endField(builder)
  return builder.done
}

/** One word whatever the parts were. */
export function finishField(builder: FieldBuilder): Field {
  const [first, ...rest] = finishFields(builder)
  if (first === undefined) return { text: '', glob: false, span: builder.span }
  return rest.length === 0 ? first : { text: UNKNOWN, glob: false, span: builder.span }
}
