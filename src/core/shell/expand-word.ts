import {
  type ParameterExpansionPart,
  type ParsedScript,
  parse,
  type SyntaxNode,
  type Word,
  type WordPart,
} from 'unbash'
import { expandBraces } from './brace-expansion.ts'
import {
  addGlob,
  addPlain,
  addQuotedItems,
  addUnquotedItems,
  type FieldBuilder,
  type FieldMode,
  finishField,
  finishFields,
  newBuilder,
} from './field-builder.ts'
import { knownOutput } from './known-output.ts'
import { outputFeed } from './output-feed.ts'
import { readEmbedded } from './read-embedded.ts'
import { type Reader, type Scope, spanOf } from './reader.ts'
import { findVariable, hereValue, parameterValue, type Value } from './shell-state.ts'
import type { SimpleCommand } from './simple-command.ts'
import { ASSUMED, DOWNLOAD, type Field, HOME, TEMPORARY, UNKNOWN } from './text-marks.ts'

/** The words that a shell makes of one word, substitutions read on the way. */
export function expandWord(reader: Reader, word: Word, scope: Scope): readonly Field[] {
  if (word.text.includes('{') && word.parts?.some((part) => part.type === 'BraceExpansion')) {
    return expandBraceWord(reader, word, scope)
  }
  return finishFields(buildWord(reader, word, scope, 'split'))
}

/** One word, where a shell does not split: the value of an assignment, the target of a redirection. */
export function expandJoined(reader: Reader, word: Word, scope: Scope, mode: 'assign' | 'redirect'): Field {
  return finishField(buildWord(reader, word, scope, mode))
}

function expandBraceWord(reader: Reader, word: Word, scope: Scope): readonly Field[] {
  const texts = expandBraces(word.text)
  const span = spanOf(scope, word)
  if (texts === null || !reader.spend(texts.reduce((sum, text) => sum + text.length, 0))) {
    readEmbedded(reader, word, scope)
    return [{ text: UNKNOWN, glob: false, span }]
  }
  return texts.flatMap((text) => {
    const command = parse(`: ${text}`).commands[0]?.command
    const inner: Scope = { ...scope, source: `: ${text}`, fixed: span }
    if (command?.type !== 'Command') return []
    return command.args.flatMap((arg) =>
      arg.type === 'Word'
        ? finishFields(buildWord(reader, arg, inner, 'split'))
        : [{ text: arg.text, glob: false, span }],
    )
  })
}

/** The text of a heredoc body that expands. */
export function expandBody(reader: Reader, parts: readonly WordPart[], scope: Scope): string {
  const builder = newBuilder('assign', [0, 0], '')
  for (const part of parts) addQuotedPart(reader, builder, part, scope)
  return finishField(builder).text
}

function buildWord(reader: Reader, word: Word, scope: Scope, mode: FieldMode): FieldBuilder {
  const builder = newBuilder(mode, spanOf(scope, word), parameterValue(scope.state, 'IFS')[0] ?? '')
  const parts = word.parts
  const tilde = word.text.startsWith('~') ? tildeLength(word.text) : 0
  if (parts === undefined) addBareText(builder, word.value, tilde)
  else
    parts.forEach((part, index) => {
      if (index === 0 && part.type === 'Literal') addBareText(builder, part.value, tilde)
      else addPart(reader, builder, part, scope)
    })
  return builder
}

/** How many characters of a word's head name a home folder: 1 for `~`, 0 for none. */
function tildeLength(text: string): number {
  return text.length === 1 || text[1] === '/' ? 1 : (/^~[\w.+-]+(?=\/|$)/.exec(text)?.[0].length ?? 0)
}

function addBareText(builder: FieldBuilder, text: string, tilde: number): void {
  if (tilde === 0) {
    addPlain(builder, text)
    return
  }
  addPlain(builder, tilde === 1 ? HOME : `${HOME}${text.slice(1, tilde)}`)
  addPlain(builder, text.slice(tilde))
}

function addPart(reader: Reader, builder: FieldBuilder, part: WordPart, scope: Scope): void {
  switch (part.type) {
    case 'Literal':
    case 'SingleQuoted':
    case 'AnsiCQuoted':
      addPlain(builder, part.value)
      return
    case 'Glob':
      readEmbedded(reader, part, scope)
      addGlob(builder, part.value)
      return
    case 'ExtendedGlob':
      readEmbedded(reader, part, scope)
      addGlob(builder, part.text)
      return
    case 'DoubleQuoted':
    case 'LocaleString':
      addPlain(builder, '')
      for (const child of part.parts) addQuotedPart(reader, builder, child, scope)
      return
    case 'BraceExpansion':
      readEmbedded(reader, part, scope)
      addPlain(builder, part.text)
      return
    case 'ProcessSubstitution':
      addSubstituted(reader, builder, part, scope)
      return
    default: {
      const { items } = expand(reader, part, scope)
      addUnquotedItems(builder, spent(reader, items))
    }
  }
}

/** A file that a program writes while the command runs; what an `echo` writes is known. */
function addSubstituted(reader: Reader, builder: FieldBuilder, part: WordPart, scope: Scope): void {
  const before = reader.commands.length
  const printed = printedBy(reader, before, part, scope)
  const [command, ...others] = reader.commands.slice(before)
  const content = command === undefined || others.length > 0 ? null : knownOutput(command, reader.lastStdin)
  addPlain(builder, `/dev/fd/${printed}`)
  builder.content = content
}

function addQuotedPart(reader: Reader, builder: FieldBuilder, part: WordPart, scope: Scope): void {
  switch (part.type) {
    case 'SimpleExpansion':
    case 'ParameterExpansion':
    case 'CommandExpansion':
    case 'ArithmeticExpansion': {
      const { items, all } = expand(reader, part, scope)
      addQuotedItems(builder, spent(reader, items), all)
      return
    }
    default:
      addPart(reader, builder, part, scope)
      return
  }
}

/** Values that double (`a=$a$a`) are cut off by the allowance. */
function spent(reader: Reader, items: Value): Value {
  const size = items.reduce((sum, item) => sum + item.length, 0)
  return size < 64 || reader.spend(size) ? items : [UNKNOWN]
}

type Expansion = { readonly items: Value; readonly all: boolean }
type ExpansionPart = Extract<
  WordPart,
  { type: 'SimpleExpansion' | 'ParameterExpansion' | 'CommandExpansion' | 'ArithmeticExpansion' }
>

function expand(reader: Reader, part: ExpansionPart, scope: Scope): Expansion {
  switch (part.type) {
    case 'SimpleExpansion': {
      const name = part.text.slice(1)
      return { items: parameterValue(scope.state, name), all: name === '@' || name === '*' }
    }
    case 'ParameterExpansion':
      return expandParameter(reader, part, scope)
    case 'CommandExpansion':
      return { items: [substitutionValue(reader, part, scope)], all: false }
    case 'ArithmeticExpansion':
      readEmbedded(reader, part, scope)
      return { items: [UNKNOWN], all: false }
  }
}

const NOT_KNOWN: Expansion = { items: [UNKNOWN], all: false }

function expandParameter(reader: Reader, part: ParameterExpansionPart, scope: Scope): Expansion {
  const operation = part.operation
  if (part.index !== undefined) readEmbedded(reader, part.index, scope)
  if (operation !== undefined && operation.type !== 'Default') readEmbedded(reader, operation as SyntaxNode, scope)
  if (part.prefix !== undefined || (operation !== undefined && operation.type !== 'Default')) return NOT_KNOWN
  const plain = readParameter(part, scope)
  if (operation === undefined) return plain
  const operand = expandJoined(reader, operation.operand, scope, 'assign').text
  const value = plain.items.join(' ')
  if (value.includes(UNKNOWN) || findVariable(scope.state, part.parameter) === undefined) {
    return operation.operator.endsWith('-') || operation.operator.endsWith('=')
      ? assume(part.parameter, `${operand}${ASSUMED}`, operation.operator, scope)
      : NOT_KNOWN
  }
  if (operation.operator.endsWith('+')) return { items: [value === '' ? '' : operand], all: false }
  return value === '' ? { items: [operand], all: false } : plain
}

/** The default counts as the value: what the environment holds is not in the text. */
function assume(name: string, text: string, operator: string, { state }: Scope): Expansion {
  if (operator.endsWith('=')) state.variables.set(name, [text])
  return { items: [text], all: false }
}

function readParameter(part: ParameterExpansionPart, scope: Scope): Expansion {
  const value = parameterValue(scope.state, part.parameter)
  const index = part.index?.value
  if (index === undefined) return { items: value, all: part.parameter === '@' || part.parameter === '*' }
  if (index === '@' || index === '*') return { items: value, all: true }
  const element =
    /^\d{1,6}$/.test(index) && !(value.length === 1 && value[0] === UNKNOWN) ? value[Number(index)] : undefined
  return element === undefined ? NOT_KNOWN : { items: [element], all: false }
}

function substitutionValue(
  reader: Reader,
  part: { readonly script: ParsedScript | undefined; readonly pos: number; readonly end: number },
  scope: Scope,
): string {
  const before = reader.commands.length
  const printed = printedBy(reader, before, part as SyntaxNode, scope)
  const [command, ...others] = reader.commands.slice(before)
  if (command === undefined || others.length > 0) return printed
  if (command.words.length === 1 && command.words[0]?.text === 'pwd') return hereValue(scope.state)
  if (makesFolder(command)) return TEMPORARY
  return knownOutput(command, reader.lastStdin)?.replace(/\n+$/, '') ?? printed
}

function makesFolder({ words }: SimpleCommand): boolean {
  return words[0]?.text === 'mktemp' && words.some(({ text }) => /^-[a-z]*d|^--directory$/.test(text))
}

/** Reads a substitution. What it prints is not known, but whether a download prints it is. */
function printedBy(reader: Reader, before: number, part: SyntaxNode, scope: Scope): string {
  readEmbedded(reader, part, scope)
  return outputFeed(reader.commands.slice(before)) === 'download' ? DOWNLOAD : UNKNOWN
}

/** The words of a text that is split like a command line but run by no shell (`env -S`). */
export function splitText(reader: Reader, text: Field, scope: Scope): readonly Field[] {
  if (!reader.spend(text.text.length)) return [{ ...text, text: UNKNOWN }]
  const source = `: ${text.text}`
  const command = parse(source).commands[0]?.command
  if (command?.type !== 'Command') return [{ ...text, text: UNKNOWN }]
  const inner: Scope = { ...scope, source, fixed: text.span }
  return command.args.flatMap((arg) =>
    arg.type === 'Word' ? finishFields(buildWord(reader, arg, inner, 'split')) : [{ ...text, text: arg.text }],
  )
}
