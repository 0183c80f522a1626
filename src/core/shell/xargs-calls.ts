import { unescapeText } from './echo-escapes.ts'
import { hasOption, type Option, type OptionSpec, optionValue, readOptions } from './options.ts'
import type { Call } from './reader.ts'
import { DOWNLOAD, type Field, UNKNOWN } from './text-marks.ts'

const ITEMS_MAX = 256
const CALLS_MAX = 32

const SPEC: OptionSpec = {
  values: 'aEILnPsdJRS',
  glued: 'eil',
  long: ['arg-file', 'delimiter', 'max-args', 'max-procs', 'max-chars', 'process-slot-var'],
}

type Options = readonly Option<Field>[]

/** The calls that `xargs` makes: its words with the items it reads, those of a known input or one that is not known. */
export function xargsCalls(call: Call, words: readonly Field[]): readonly (readonly Field[])[] {
  const { options } = readOptions(call.fields.slice(1, call.fields.length - words.length), SPEC)
  const mark = placeholder(options)
  const batches = readBatches(call, options, mark !== null)
  const span = call.fields[0]?.span ?? call.span
  return batches.map((items) =>
    mark === null
      ? [...words, ...items.map((text) => ({ text, glob: false, span }))]
      : words.map((word) => ({ ...word, text: word.text.replaceAll(mark, () => items.join(' ')) })),
  )
}

function placeholder(options: Options): string | null {
  const found = options.findLast(({ name }) => /^-(?:[IiJ]|-replace)$/.test(name))
  if (found === undefined) return null
  return found.value?.text || '{}'
}

/** Items by call. */
function readBatches(call: Call, options: Options, filled: boolean): readonly (readonly string[])[] {
  const items = readItems(call, options, filled)
  const unknown = call.feed === 'download' ? DOWNLOAD : UNKNOWN
  if (items === null || items.length === 0 || items.length > ITEMS_MAX) return [[unknown]]
  const count = filled && optionValue(options, '-J') === null ? '1' : optionValue(options, '-n', '--max-args')?.text
  if (count === undefined) return [items]
  const size = /^[1-9]\d{0,3}$/.test(count) ? Number(count) : 0
  if (size === 0 || items.length / size > CALLS_MAX) return [[UNKNOWN]]
  return Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, at * size + size))
}

/** Null where they are not known: no known input, or options that are not read. */
function readItems({ stdin }: Call, options: Options, filled: boolean): readonly string[] | null {
  if (stdin === null || hasOption(options, '-a', '--arg-file', '-E', '-e', '--eof', '-L', '-l', '--max-lines', '-R')) {
    return null
  }
  const delimiter = hasOption(options, '-0', '--null') ? '\0' : optionValue(options, '-d', '--delimiter')?.text
  if (delimiter !== undefined) return splitAt(stdin, unescapeText(delimiter))
  if (!filled) return splitQuoted(stdin)
  const lines = stdin.split('\n').map((line) => (line.includes(UNKNOWN) ? UNKNOWN : line.trimStart()))
  return /['"\\]/.test(stdin) ? null : lines.filter((line) => line !== '')
}

function splitAt(text: string, delimiter: string): readonly string[] | null {
  if (delimiter.length !== 1) return null
  const items = text.split(delimiter)
  return items.at(-1) === '' ? items.slice(0, -1) : items
}

const PIECE = /\\([\s\S])|'([^'\n]*)'|"([^"\n]*)"|([\s\0])|([^\\'"\s\0]+)|[\s\S]/g

/** Blanks part items; quotes and a backslash keep them together. Null where a quote is not closed. */
function splitQuoted(text: string): readonly string[] | null {
  const items: string[] = []
  let item: string | null = null
  for (const [, escaped, single, double, blank, plain] of text.matchAll(PIECE)) {
    const piece = escaped ?? single ?? double ?? plain
    if (piece !== undefined) item = (item ?? '') + piece
    else if (blank === undefined) return null
    else if (item !== null) {
      items.push(item)
      item = null
    }
  }
  return item === null ? items : [...items, item]
}
