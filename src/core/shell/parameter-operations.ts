import type { ParameterOperation, Word } from 'unbash'
import { hasMark } from './text-marks.ts'

/** What `${x#…}`, `${x/…/…}`, `${x:…}` and the like make of a known text; null where that is not easy to say. */
export function changedText(
  text: string,
  operation: ParameterOperation,
  textOf: (word: Word) => string,
): string | null {
  switch (operation.type) {
    case 'Remove': {
      const pattern = simplePattern(operation.operand)
      return pattern && withoutAffix(text, operation.operator, pattern)
    }
    case 'Slice': {
      const [offset, length] = [numberOf(operation.offset, textOf), numberOf(operation.length, textOf)]
      return offset === null || length === null || hasMark(text) ? null : sliced([...text], offset, length).join('')
    }
    case 'Replace':
      return replaced(text, operation, textOf)
    case 'CaseModification':
      return operation.operand === undefined ? inCase(text, operation.operator) : null
    case 'Transform':
      return inCase(text, { U: '^^', u: '^', L: ',,' }[operation.operand.value] ?? '')
    default:
      return null
  }
}

/** `${a[@]:1:2}`; null where an item may be several. */
export function slicedItems(
  items: readonly string[],
  operation: Extract<ParameterOperation, { type: 'Slice' }>,
  textOf: (word: Word) => string,
): readonly string[] | null {
  const [offset, length] = [numberOf(operation.offset, textOf), numberOf(operation.length, textOf)]
  if (offset === null || length === null || items.some(hasMark) || (length ?? 0) < 0) return null
  return sliced(items, offset ?? 0, length)
}

/** Undefined for no word, null for one that is no plain number. */
function numberOf(word: Word | undefined, textOf: (word: Word) => string): number | undefined | null {
  if (word === undefined) return undefined
  const text = textOf(word).trim()
  return /^-?\d{1,6}$/.test(text) ? Number(text) : null
}

function sliced<T>(items: readonly T[], offset = 0, length?: number): readonly T[] {
  const start = offset < 0 ? items.length + offset : offset
  if (start < 0) return []
  const end = length === undefined ? items.length : length < 0 ? items.length + length : start + length
  return items.slice(start, Math.max(start, end))
}

type Pattern = { readonly literal: string; readonly star: 'first' | 'last' | null }

/** A literal text, with at most one `*` at an end of it. */
function simplePattern(word: Word): Pattern | null {
  const pieces = word.parts === undefined ? [word.value] : word.parts.map(literalOf)
  const stars = word.parts?.map((part) => part.type === 'Glob' && part.kind === 'star') ?? []
  if (!stars.includes(true)) return pieces.includes(null) ? null : { literal: pieces.join(''), star: null }
  const first = stars[0] === true
  const others = first ? pieces.slice(1) : pieces.slice(0, -1)
  const atEnd = first || stars.at(-1) === true
  return others.includes(null) || !atEnd ? null : { literal: others.join(''), star: first ? 'first' : 'last' }
}

function literalOf(part: NonNullable<Word['parts']>[number]): string | null {
  if (part.type === 'Literal' || part.type === 'SingleQuoted') return part.value
  if (part.type !== 'DoubleQuoted') return null
  const texts = part.parts.map((child) => (child.type === 'Literal' ? child.value : null))
  return texts.includes(null) ? null : texts.join('')
}

function withoutAffix(text: string, operator: string, { literal, star }: Pattern): string | null {
  const head = operator.startsWith('#')
  if (star === null) return withoutLiteral(text, literal, head)
  const longest = operator.length === 2
  // The star reaches inward from the end that is cut: `#*/`, `%.*`. The other way round it only counts for the longest.
  if (head !== (star === 'first')) {
    const rest = withoutLiteral(text, literal, head)
    if (!longest || rest === null) return rest
    return rest.length === text.length && literal !== '' ? text : ''
  }
  const last = head === longest
  const at = last ? text.lastIndexOf(literal) : text.indexOf(literal)
  if (hasMark(text) && (at < 0 || hasMark(last ? text.slice(at) : text.slice(0, at + literal.length)))) return null
  if (at < 0) return text
  return head ? text.slice(at + literal.length) : text.slice(0, at)
}

function withoutLiteral(text: string, literal: string, head: boolean): string | null {
  if (head ? text.startsWith(literal) : text.endsWith(literal)) {
    return head ? text.slice(literal.length) : text.slice(0, text.length - literal.length)
  }
  const edge = head ? text.slice(0, literal.length) : text.slice(-literal.length)
  return hasMark(edge) ? null : text
}

const REPLACED_MAX = 1 << 20

function replaced(
  text: string,
  { operator, pattern, replacement }: Extract<ParameterOperation, { type: 'Replace' }>,
  textOf: (word: Word) => string,
): string | null {
  const simple = simplePattern(pattern)
  const by = textOf(replacement)
  if (simple === null || simple.star !== null || simple.literal === '') return null
  const { literal } = simple
  if (hasMark(text) || by.includes('&') || text.length * (by.length + 1) > REPLACED_MAX) return null
  if (operator === '//') return text.replaceAll(literal, () => by)
  if (operator === '/#') return text.startsWith(literal) ? by + text.slice(literal.length) : text
  if (operator === '/%') return text.endsWith(literal) ? text.slice(0, -literal.length) + by : text
  return text.replace(literal, () => by)
}

function inCase(text: string, operator: string): string | null {
  if (operator === '' || !/^[ -~\s]*$/.test(text)) return null
  const change = (part: string) => (operator.startsWith('^') ? part.toUpperCase() : part.toLowerCase())
  return operator.length === 2 ? change(text) : change(text.slice(0, 1)) + text.slice(1)
}
