import { type BraceExpansionPart, type ParsedScript, parse, type SyntaxNode, type Word, type WordPart } from 'unbash'
import { expandBraces } from './brace-expansion.ts'
import { type Expansion, expandParameter, expandSimple } from './expand-parameter.ts'
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
import { readArithmetic } from './read-hidden.ts'
import { type Reader, type Scope, spanOf } from './reader.ts'
import type { Value } from './shell-state.ts'
import { hereValue, parameterValue } from './shell-variables.ts'
import { ASSUMED, DOWNLOAD, type Field, HOME, temporaryName, UNKNOWN } from './text-marks.ts'

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
  if (parts === undefined) addHead(builder, word.value, word.text, scope)
  else
    parts.forEach((part, index) => {
      if (index === 0 && part.type === 'Literal') addHead(builder, part.value, word.text, scope)
      else addPart(reader, builder, part, scope)
    })
  return builder
}

/** How many characters of a word's head name a home folder: 1 for `~`, 0 for none. */
function tildeLength(text: string): number {
  return text.length === 1 || text[1] === '/' ? 1 : (/^~[\w.+-]+(?=\/|$)/.exec(text)?.[0].length ?? 0)
}

/** `name=~/x` in a word that is no assignment is expanded too. */
const NAMED_TILDE = /^[A-Za-z_]\w*=(?=~(?:\/|$))/

function addHead(builder: FieldBuilder, text: string, written: string, scope: Scope): void {
  const tilde = written.startsWith('~') ? tildeLength(written) : 0
  const name = tilde === 0 && written.includes('=~') ? NAMED_TILDE.exec(written)?.[0] : undefined
  if (name !== undefined) {
    addPlain(builder, `${name}${HOME}${text.slice(name.length + 1)}`)
    return
  }
  if (tilde === 0) {
    addPlain(builder, text)
    return
  }
  addPlain(builder, tildeValue(written.slice(1, tilde), scope))
  addPlain(builder, text.slice(tilde))
}

function tildeValue(name: string, { state }: Scope): string {
  if (name === '') return HOME
  if (name === '+') return hereValue(state)
  return /^-$|^[-+]?\d+$/.test(name) ? UNKNOWN : `${HOME}${name}`
}

function addPart(reader: Reader, builder: FieldBuilder, part: WordPart, scope: Scope): void {
  switch (part.type) {
    case 'Literal':
    case 'SingleQuoted':
      addPlain(builder, part.value)
      return
    case 'AnsiCQuoted':
      addPlain(builder, part.value.includes('\\x{') ? withBracedBytes(part.value) : part.value)
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
      if (part.parts.length === 0) addPlain(builder, '')
      for (const child of part.parts) addQuotedPart(reader, builder, child, scope)
      return
    case 'BraceExpansion':
      addOpenBraces(reader, builder, part, scope)
      return
    case 'ProcessSubstitution':
      addSubstituted(reader, builder, part, scope)
      return
    default:
      addUnquotedExpansion(reader, builder, expand(reader, part, scope), scope)
  }
}

/** `\x{72}`, which bash takes too. */
function withBracedBytes(text: string): string {
  return text.replace(/\\x\{([0-9a-fA-F]{1,8})\}?/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16) & 255),
  )
}

/** Braces that are none for want of a comma or of numbers: `{1..$x}`. */
function addOpenBraces(reader: Reader, builder: FieldBuilder, part: BraceExpansionPart, scope: Scope): void {
  if (part.parts === undefined) {
    addPlain(builder, part.text)
    return
  }
  addPlain(builder, '{')
  for (const inner of part.parts) addPart(reader, builder, inner, scope)
  addPlain(builder, '}')
}

function addUnquotedExpansion(reader: Reader, builder: FieldBuilder, expansion: Expansion, scope: Scope): void {
  const { items, operand, assumed } = expansion
  if (operand === undefined) {
    addUnquotedItems(builder, spent(reader, items))
    return
  }
  // What is quoted in a default is not split.
  for (const part of operand.parts ?? [{ type: 'Literal', value: operand.value } as const]) {
    if (part.type === 'Literal') addUnquotedItems(builder, [part.value])
    else addPart(reader, builder, part, scope)
  }
  if (assumed) builder.text += ASSUMED
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
      addQuotedExpansion(reader, builder, expand(reader, part, scope), scope)
      return
    }
    default:
      addPart(reader, builder, part, scope)
      return
  }
}

function addQuotedExpansion(reader: Reader, builder: FieldBuilder, expansion: Expansion, scope: Scope): void {
  const { items, all, operand, assumed } = expansion
  if (operand === undefined) addQuotedItems(builder, spent(reader, items), all)
  else addPlain(builder, expandJoined(reader, operand, scope, 'assign').text + (assumed ? ASSUMED : ''))
}

/** Values that double (`a=$a$a`) are cut off by the allowance. */
function spent(reader: Reader, items: Value): Value {
  const size = items.reduce((sum, item) => sum + item.length, 0)
  return size < 64 || reader.spend(size) ? items : [UNKNOWN]
}

type ExpansionPart = Extract<
  WordPart,
  { type: 'SimpleExpansion' | 'ParameterExpansion' | 'CommandExpansion' | 'ArithmeticExpansion' }
>

function expand(reader: Reader, part: ExpansionPart, scope: Scope): Expansion {
  switch (part.type) {
    case 'SimpleExpansion':
      return expandSimple(part.text.slice(1), scope)
    case 'ParameterExpansion':
      return expandParameter(reader, part, scope, (word) => expandJoined(reader, word, scope, 'assign').text)
    case 'CommandExpansion':
      return { items: [substitutionValue(reader, part, scope)], all: null }
    case 'ArithmeticExpansion':
      readEmbedded(reader, part, scope)
      readArithmetic(reader, part.text, scope, spanOf(scope, part))
      return { items: [UNKNOWN], all: null }
  }
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
  if (command.words[0]?.text === 'mktemp') return freshName(reader)
  if (command.words.length === 0 && command.redirects[0]?.operator === '<' && reader.lastStdin !== null) {
    return reader.lastStdin.replace(/\n+$/, '')
  }
  return knownOutput(command, reader.lastStdin)?.replace(/\n+$/, '') ?? printed
}

/** `mktemp`: each call makes another. */
function freshName(reader: Reader): string {
  reader.temporaries += 1
  return temporaryName(reader.temporaries - 1)
}

/** Reads a substitution. What it prints is not known, but whether a download prints it is. */
function printedBy(reader: Reader, before: number, part: SyntaxNode, scope: Scope): string {
  readEmbedded(reader, part, scope)
  return outputFeed(reader.commands.slice(before)) === 'download' ? DOWNLOAD : UNKNOWN
}

/** The words of a text that is split like a command line but run by no shell (`env -S`). */
export function splitText(reader: Reader, text: Field, scope: Scope): readonly Field[] {
  if (!reader.spend(text.text.length)) return [{ ...text, text: UNKNOWN }]
  const source = `: ${text.text.replace(/\\[_tnvfr]/g, ' ')}`
  const command = parse(source).commands[0]?.command
  if (command?.type !== 'Command') return [{ ...text, text: UNKNOWN }]
  const inner: Scope = { ...scope, source, fixed: text.span }
  return command.args.flatMap((arg) =>
    arg.type === 'Word' ? finishFields(buildWord(reader, arg, inner, 'split')) : [{ ...text, text: arg.text }],
  )
}
