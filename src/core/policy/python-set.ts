import { type Escape, readSetEscape, type SetLetter } from './python-escape.ts'
import { PatternProblem, type PatternReader } from './python-pattern-reader.ts'

/** A set in the spelling of RE2, and whether it names a letter or number beyond ASCII. */
export type PythonSet = { readonly text: string; readonly wide: boolean }

type Range = { readonly kind: 'range'; readonly from: number; readonly to: number }
type Item = Range | Extract<Escape, { kind: 'set' }>

/** What stands between `[` and `]` for a letter. `\W` is none of them: see `setText`. */
type Ranges = Readonly<Record<Exclude<SetLetter, 'W'>, string>>

/** Python's letters, numbers and blanks of Unicode; those of RE2 are ASCII only. */
const UNICODE: Ranges = {
  d: '\\p{Nd}',
  D: '\\P{Nd}',
  s: '\\t-\\r\\x1c-\\x20\\x85\\p{Z}',
  S: [
    '\\x00-\\x08\\x0e-\\x1b\\x21-\\x84\\x86-\\x9f\\xa1-\\x{167f}\\x{1681}-\\x{1fff}\\x{200b}-\\x{2027}',
    '\\x{202a}-\\x{202e}\\x{2030}-\\x{205e}\\x{2060}-\\x{2fff}\\x{3001}-\\x{10ffff}',
  ].join(''),
  w: '\\p{L}\\p{N}_',
}
const ASCII: Ranges = {
  d: '0-9',
  D: '\\x00-\\x2f\\x3a-\\x{10ffff}',
  s: '\\t-\\r\\x20',
  S: '\\x00-\\x08\\x0e-\\x1f\\x21-\\x{10ffff}',
  w: '0-9A-Za-z_',
}
const ASCII_NO_WORD = '\\x00-\\x2f\\x3a-\\x40\\x5b-\\x5e\\x60\\x7b-\\x{10ffff}'

/** `\d`, `\S` and so on outside of a set. */
export function letterSet(letter: SetLetter, ascii: boolean): string {
  return setText([{ kind: 'set', letter }], { negated: false, ascii })
}

/** Reads a set behind its `[`. */
export function readSet(reader: PatternReader, ascii: boolean): PythonSet {
  const negated = reader.takeIf('^')
  const items: Item[] = []
  while (items.length === 0 || !reader.takeIf(']')) items.push(...readItems(reader))
  return { text: setText(items, { negated, ascii }), wide: items.some(isWide) }
}

/** One character, letter or range; a `-` before the `]` is itself. */
function readItems(reader: PatternReader): readonly Item[] {
  const from = readItem(reader)
  if (!reader.takeIf('-')) return [from]
  if (reader.peek() === ']') return [from, single(0x2d)]
  const to = readItem(reader)
  if (from.kind !== 'range' || to.kind !== 'range')
    throw new PatternProblem('a range in [ ] goes from or to no character')
  if (to.from < from.from) throw new PatternProblem('a range in [ ] runs backwards')
  return [{ kind: 'range', from: from.from, to: to.from }]
}

function readItem(reader: PatternReader): Item {
  const character = reader.take()
  if (character === '') throw new PatternProblem('a [ is not closed', 'write \\[ for a bracket of the text')
  if (character !== '\\') return single(character.codePointAt(0) ?? 0)
  const read = readSetEscape(reader)
  if (read.kind === 'place') throw new PatternProblem('a place cannot stand in [ ]')
  return read.kind === 'set' ? read : single(read.code)
}

function single(code: number): Item {
  return { kind: 'range', from: code, to: code }
}

function isWide(item: Item): boolean {
  return item.kind === 'range' && (isWideWord(item.from) || isWideWord(item.to))
}

/** Whether the character is a letter or number of words for Python, but not for RE2. */
export function isWideWord(code: number): boolean {
  return code > 0x7f && /[\p{L}\p{N}]/u.test(String.fromCodePoint(code))
}

type SetKind = { readonly negated: boolean; readonly ascii: boolean }

/** RE2 has no name for Python's `\W` that could stand among others, so it is taken out of the set first. */
function setText(items: readonly Item[], { negated, ascii }: SetKind): string {
  const others = items.filter((item) => item.kind !== 'set' || item.letter !== 'W' || ascii)
  const inner = others.map((item) => itemText(item, ascii)).join('')
  if (others.length === items.length) return `[${negated ? '^' : ''}${inner}]`
  if (negated) return wordsWithout(others)
  return others.length === 0 ? `[^${UNICODE.w}]` : `(?:[^${UNICODE.w}]|[${inner}])`
}

function itemText(item: Item, ascii: boolean): string {
  if (item.kind === 'range') {
    const from = characterText(item.from)
    return item.from === item.to ? from : `${from}-${characterText(item.to)}`
  }
  if (item.letter === 'W') return ASCII_NO_WORD
  return (ascii ? ASCII : UNICODE)[item.letter]
}

/** `[^\W_]` and its like: the word characters without the others. RE2 cannot subtract, but these can be spelled. */
function wordsWithout(others: readonly Item[]): string {
  const isUnderscore = (item: Item) => item.kind === 'range' && item.from === 0x5f && item.to === 0x5f
  const isDigit = (item: Item) => item.kind === 'set' && item.letter === 'd'
  if (!others.every((item) => isUnderscore(item) || isDigit(item))) {
    throw new PatternProblem(
      '[^\\W…] with other characters is not supported',
      'write [^\\W_], [^\\W\\d_], or what may stand',
    )
  }
  const numbers = others.some(isDigit) ? '\\p{Nl}\\p{No}' : '\\p{N}'
  return `[\\p{L}${numbers}${others.some(isUnderscore) ? '' : '_'}]`
}

/** One character in the spelling of RE2, inside or outside of a set. */
export function characterText(code: number): string {
  const character = String.fromCodePoint(code)
  return /^[A-Za-z0-9]$/.test(character) ? character : `\\x{${code.toString(16)}}`
}
