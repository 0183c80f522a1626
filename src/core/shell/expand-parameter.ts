import type { ParameterDefaultOperation, ParameterExpansionPart, SyntaxNode, Word } from 'unbash'
import { changedText, slicedItems } from './parameter-operations.ts'
import { readEmbedded } from './read-embedded.ts'
import { readArithmetic, readHidden } from './read-hidden.ts'
import { type Reader, type Scope, spanOf } from './reader.ts'
import type { Value } from './shell-state.ts'
import { hasMany, isSettled, parameterValue, setVariable } from './shell-variables.ts'
import { ASSUMED, hasMark, UNKNOWN } from './text-marks.ts'

/** What stands for a parameter: its items, or the word of a default. */
export type Expansion = {
  readonly items: Value
  /** `$@` and `$*`: in quotes each item is a word, or all are put together. */
  readonly all: 'each' | 'joined' | null
  readonly operand?: Word
  /** The environment may say otherwise. */
  readonly assumed?: true
}

const NOT_KNOWN: Expansion = { items: [UNKNOWN], all: null }

/** `$x`. */
export function expandSimple(name: string, { state }: Scope): Expansion {
  const items = parameterValue(state, name)
  if (name === '@' || name === '*') return { items, all: name === '@' ? 'each' : 'joined' }
  return { items: items.length > 1 ? items.slice(0, 1) : items, all: null }
}

/** `${x…}`; `textOf` gives the text of an operand. */
export function expandParameter(
  reader: Reader,
  part: ParameterExpansionPart,
  scope: Scope,
  textOf: (word: Word) => string,
): Expansion {
  const { operation, prefix } = part
  if (part.index !== undefined) readIndex(reader, part.index, scope)
  if (operation?.type === 'Default') return expandDefault(reader, part, operation, scope, textOf)
  if (operation !== undefined) readEmbedded(reader, operation as SyntaxNode, scope)
  if (operation?.type === 'Slice') readArithmetic(reader, part.text, scope, spanOf(scope, part))
  const plain = readParameter(reader, part, scope)
  if ((prefix === '#' || operation !== undefined) && !reader.spend(sizeOf(plain.items))) return NOT_KNOWN
  if (prefix === '#') return operation === undefined ? lengthOf(plain) : NOT_KNOWN
  if (operation === undefined) return plain
  if (operation.type === 'Transform' && operation.operand.value === 'P') {
    for (const item of plain.items) readHidden(reader, item, scope, spanOf(scope, part))
  }
  if (operation.type === 'Slice' && plain.all !== null) {
    const from = part.parameter === '@' || part.parameter === '*' ? [UNKNOWN_ZERO, ...plain.items] : plain.items
    const items = slicedItems(from, operation, textOf)
    return items === null || items.includes(UNKNOWN_ZERO) ? NOT_KNOWN : { items, all: plain.all }
  }
  const items = plain.items.map((item) => changedText(item, operation, textOf))
  return items.includes(null) ? NOT_KNOWN : { items: items.map((item) => item ?? ''), all: plain.all }
}

function sizeOf(items: Value): number {
  return items.length < 1000 ? items.reduce((sum, item) => sum + item.length, items.length) : items.length * 8
}

/** Stands for `$0` while `$@` is cut; no text holds it. */
const UNKNOWN_ZERO = '\0'

function readIndex(reader: Reader, index: Word, scope: Scope): void {
  readEmbedded(reader, index, scope)
  if (/[A-Za-z_]/.test(index.text)) readArithmetic(reader, index.text, scope, spanOf(scope, index))
}

function lengthOf({ items, all }: Expansion): Expansion {
  if (items.some(hasMark)) return NOT_KNOWN
  return { items: [String(all === null ? [...(items[0] ?? '')].length : items.length)], all: null }
}

function readParameter(reader: Reader, part: ParameterExpansionPart, scope: Scope): Expansion {
  const index = part.index?.value
  if (part.prefix === '!') return readIndirect(reader, part, scope)
  if (index === undefined) return expandSimple(part.parameter, scope)
  const value = parameterValue(scope.state, part.parameter)
  if (index === '@' || index === '*') return { items: value, all: index === '@' ? 'each' : 'joined' }
  return readElement(value, index, scope)
}

function readElement(value: Value, index: string, { state }: Scope): Expansion {
  const name = /^\$?([A-Za-z_]\w*)$/.exec(index)?.[1]
  const number = name === undefined ? index : (parameterValue(state, name)[0] ?? '')
  if (!/^-?\d{1,6}$/.test(number) || (value.length === 1 && value[0] === UNKNOWN)) return NOT_KNOWN
  if (hasMany(value, number.startsWith('-') ? value.length : Number(number))) return NOT_KNOWN
  const element = value.at(Number(number))
  return element === undefined ? NOT_KNOWN : { items: [element], all: null }
}

/** `${!x}`: the variable that another one names. */
function readIndirect(reader: Reader, part: ParameterExpansionPart, scope: Scope): Expansion {
  if (part.index !== undefined || /[@*]\}$/.test(part.text)) return NOT_KNOWN
  const name = parameterValue(scope.state, part.parameter)[0] ?? ''
  readHidden(reader, name, scope, spanOf(scope, part))
  return /^(?:[A-Za-z_]\w*|[1-9]\d*)$/.test(name) ? expandSimple(name, scope) : NOT_KNOWN
}

function expandDefault(
  reader: Reader,
  part: ParameterExpansionPart,
  operation: ParameterDefaultOperation,
  scope: Scope,
  textOf: (word: Word) => string,
): Expansion {
  const { operator, operand } = operation
  const plain = part.prefix === undefined ? readParameter(reader, part, scope) : NOT_KNOWN
  const found = part.prefix === undefined ? presence(part, plain, operator.startsWith(':'), scope) : 'unsure'
  const kind = operator.at(-1)
  if (kind === '+') return expandAlternative(reader, operand, found, scope)
  if (found === 'present') return plain
  if (kind === '?' || part.prefix !== undefined) {
    readEmbedded(reader, operand, scope)
    return NOT_KNOWN
  }
  // What the text set to something unknown may be that; what it did not set is only known to the environment.
  const isOpen = found === 'unsure' && isSettled(scope.state, part.parameter)
  if (kind === '=') {
    const given = textOf(operand)
    const text = isOpen ? UNKNOWN : `${given}${found === 'unsure' ? ASSUMED : ''}`
    setVariable(scope.state, part.parameter, [text])
    return { items: [text], all: null }
  }
  if (isOpen) {
    readEmbedded(reader, operand, scope)
    return NOT_KNOWN
  }
  // The default counts as the value.
  return found === 'unsure' ? { ...plain, operand, assumed: true } : { ...plain, operand }
}

function expandAlternative(reader: Reader, operand: Word, found: Presence, scope: Scope): Expansion {
  if (found === 'present') return { items: [], all: null, operand }
  if (found === 'absent') return { items: [], all: null }
  readEmbedded(reader, operand, scope)
  return NOT_KNOWN
}

type Presence = 'present' | 'absent' | 'unsure'

/** Whether a parameter is set; with a colon, whether it holds a text too. */
function presence(part: ParameterExpansionPart, { items }: Expansion, colon: boolean, { state }: Scope): Presence {
  if (!isSettled(state, part.parameter)) return 'unsure'
  if (items.length === 0) return 'absent'
  const text = items.join('')
  if (/^[\uE000\uE004\uE006]+$/.test(text)) return 'unsure'
  return colon && text === '' ? 'absent' : 'present'
}
