const WORDS_MAX = 256
const STEPS_MAX = 4096

/**
 * The words that bash makes of a word with braces (`src/{a,b}/{1..3}`), textually and before any other expansion; null
 * where there are too many to list. Quotes, `${…}`, `$(…)` and backticks are kept whole.
 */
export function expandBraces(text: string): readonly string[] | null {
  const done: string[] = []
  const todo = [{ text, from: 0 }]
  for (let step = 0; step < STEPS_MAX; step += 1) {
    const next = todo.pop()
    if (next === undefined) return done
    const group = findGroup(next.text, next.from)
    if (group === null) done.push(next.text)
    else for (const item of group.items.toReversed()) todo.push(withItem(next.text, group, item))
    if (done.length + todo.length > WORDS_MAX) return null
  }
  return null
}

type Group = { readonly start: number; readonly end: number; readonly items: readonly string[] }

/** What an item holds is expanded too, so reading goes on at its start. */
function withItem(text: string, group: Group, item: string): { text: string; from: number } {
  return { text: text.slice(0, group.start) + item + text.slice(group.end), from: group.start }
}

function findGroup(text: string, from: number): Group | null {
  for (let at = from; at < text.length; at = skipUnit(text, at)) {
    if (text[at] !== '{') continue
    const group = readGroup(text, at)
    if (group !== null) return group
  }
  return null
}

function readGroup(text: string, start: number): Group | null {
  const commas: number[] = []
  let depth = 0
  for (let at = start; at < text.length; at = skipUnit(text, at)) {
    const char = text[at]
    if (char === '{') depth += 1
    else if (char === ',' && depth === 1) commas.push(at)
    else if (char === '}') {
      depth -= 1
      if (depth === 0) return closeGroup(text, start, at, commas)
    }
  }
  return null
}

function closeGroup(text: string, start: number, close: number, commas: readonly number[]): Group | null {
  const end = close + 1
  if (commas.length === 0) {
    const items = readSequence(text.slice(start + 1, close))
    return items === null ? null : { start, end, items }
  }
  const edges = [start, ...commas, close]
  return { start, end, items: edges.slice(1).map((edge, index) => text.slice((edges[index] ?? 0) + 1, edge)) }
}

const NUMBERS = /^(-?\d{1,9})\.\.(-?\d{1,9})(?:\.\.(-?\d{1,9}))?$/
const LETTERS = /^([A-Za-z])\.\.([A-Za-z])(?:\.\.(-?\d{1,9}))?$/

function readSequence(body: string): readonly string[] | null {
  const numbers = NUMBERS.exec(body)
  if (numbers !== null) {
    const [from = '', to = ''] = numbers.slice(1, 3)
    const padded = [from, to].some((text) => /^-?0\d/.test(text)) ? Math.max(from.length, to.length) : 0
    return countUp(Number(from), Number(to), Number(numbers[3] ?? 1)).map((value) => padNumber(value, padded))
  }
  const letters = LETTERS.exec(body)
  if (letters === null) return null
  const [from = '', to = ''] = letters.slice(1, 3)
  return countUp(from.charCodeAt(0), to.charCodeAt(0), Number(letters[3] ?? 1)).map((code) => String.fromCharCode(code))
}

function countUp(from: number, to: number, step: number): readonly number[] {
  const width = Math.abs(step) || 1
  const count = Math.min(Math.floor(Math.abs(to - from) / width), WORDS_MAX) + 1
  return Array.from({ length: count }, (_, index) => from + index * (to < from ? -width : width))
}

function padNumber(value: number, width: number): string {
  const sign = value < 0 ? '-' : ''
  return sign + String(Math.abs(value)).padStart(width - sign.length, '0')
}

/** Steps over one character, or over something that braces do not reach into. */
function skipUnit(text: string, at: number): number {
  const char = text[at]
  if (char === '\\') return at + 2
  if (char === "'") return skipTo(text, at + 1, "'")
  if (char === '`') return skipTo(text, at + 1, '`')
  if (char === '"') return skipDoubleQuotes(text, at + 1)
  if (char !== '$') return at + 1
  if (text[at + 1] === '{') return skipBalanced(text, at + 1, '{', '}')
  if (text[at + 1] === '(') return skipBalanced(text, at + 1, '(', ')')
  return at + 1
}

function skipTo(text: string, from: number, close: string): number {
  const found = text.indexOf(close, from)
  return found < 0 ? text.length : found + 1
}

function skipDoubleQuotes(text: string, from: number): number {
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1
    else if (text[at] === '"') return at + 1
  }
  return text.length
}

function skipBalanced(text: string, from: number, open: string, close: string): number {
  let depth = 0
  for (let at = from; at < text.length; at += 1) {
    const char = text[at]
    if (char === '\\') at += 1
    else if (char === "'") at = skipTo(text, at + 1, "'") - 1
    else if (char === open) depth += 1
    else if (char === close) {
      depth -= 1
      if (depth === 0) return at + 1
    }
  }
  return text.length
}
