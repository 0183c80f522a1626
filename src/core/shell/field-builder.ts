import type { Value } from './shell-state.ts'
import { ASSUMED, type Field, hasMark, MANY, type Span, UNKNOWN } from './text-marks.ts'

const GLOB = /[*?[]/
/** What is not known may hold blanks. */
const MAY_SPLIT = /[\uE000\uE003]/

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

/** `"$x"`; `"$@"`: each item is a word of its own; `"$*"`: one word. */
export function addQuotedItems(builder: FieldBuilder, items: Value, all: 'each' | 'joined' | null): void {
  if (all === null) {
    addPlain(builder, items[0] ?? '')
    return
  }
  if (all === 'joined') {
    addPlain(builder, items.some(hasMany) ? UNKNOWN : items.join(builder.separators.charAt(0)))
    return
  }
  if (builder.mode !== 'split') {
    addPlain(builder, items.join(' '))
    return
  }
  const [only] = items
  if (items.length === 1 && only === UNKNOWN) {
    addPlain(builder, UNKNOWN + MANY)
    return
  }
  items.forEach((item, index) => {
    if (index > 0) endField(builder)
    addPlain(builder, item)
  })
}

function hasMany(item: string): boolean {
  return item.includes(MANY)
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

/** Blanks among the separators part two words however many they are; any other one ends a word, also an empty one. */
function addSplit(builder: FieldBuilder, item: string): void {
  const { separators } = builder
  if (hasMark(separators)) {
    addVariable(builder, UNKNOWN)
    return
  }
  let start = 0
  let byBlank = false
  for (let at = 0; at < item.length; at += 1) {
    const char = item.charAt(at)
    if (!separators.includes(char)) continue
    byBlank &&= start === at
    addVariable(builder, item.slice(start, at))
    start = at + 1
    if (isBlank(char)) {
      byBlank ||= builder.open
      endField(builder)
    } else if (byBlank) byBlank = false
    else {
      builder.open = true
      endField(builder)
    }
  }
  addVariable(builder, item.slice(start))
}

function isBlank(char: string): boolean {
  return char === ' ' || char === '\t' || char === '\n'
}

function addVariable(builder: FieldBuilder, text: string): void {
  if (text === '' || text === ASSUMED) {
    builder.text += text
    return
  }
  if (GLOB.test(text)) addGlob(builder, text)
  else addPlain(builder, text)
  if (builder.mode === 'split' && MAY_SPLIT.test(text)) builder.text += MANY
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
