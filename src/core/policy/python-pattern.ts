import { readEscape } from './python-escape.ts'
import { groupOpening, modeWith, type PythonMode, readFlags } from './python-flags.ts'
import { PatternProblem, PatternReader } from './python-pattern-reader.ts'
import { characterText, isWideWord, letterSet, readSet } from './python-set.ts'

export const PATTERN_LENGTH_MAX = 1000
/** How many characters and sets a pattern may have once its repeats are written out: what a search costs at each letter. */
const SIZE_MAX = 1000

export type PythonPattern = {
  /** The pattern in the spelling of RE2, to be compiled to ignore case. */
  readonly expression: string
  readonly size: number
}

export type PatternTranslation =
  | { readonly ok: true; readonly value: PythonPattern }
  | { readonly ok: false; readonly problem: string; readonly hint: string | undefined }

/**
 * Translates a regular expression of Python (3.11 and later) to RE2, or says why that cannot be done. Whatever is
 * translated compiles. The subset is listed in docs/formats/policy-file.md. Groups are not kept: only whether and where
 * a pattern matches is asked for.
 */
export function translatePythonPattern(pattern: string): PatternTranslation {
  try {
    return { ok: true, value: new Translation(pattern).translate() }
  } catch (error) {
    if (!(error instanceof PatternProblem)) throw error
    return { ok: false, problem: error.message, hint: error.hint }
  }
}

/** A piece of the pattern; only an `atom` can be repeated. */
type Piece = { readonly kind: 'atom' | 'place' | 'repeat'; readonly text: string; readonly size: number }

class Translation {
  private readonly reader: PatternReader
  private readonly names = new Set<string>()
  private globals = ''
  private hasBoundary = false
  private hasWideWord = false

  constructor(pattern: string) {
    const { length } = [...pattern]
    if (length > PATTERN_LENGTH_MAX) {
      throw new PatternProblem(`it has ${length} characters, more than ${PATTERN_LENGTH_MAX}`)
    }
    if (/\p{Surrogate}/u.test(pattern)) throw new PatternProblem('it holds half a surrogate pair')
    this.reader = new PatternReader(pattern)
  }

  translate(): PythonPattern {
    const { text, size } = this.alternatives({ ascii: false, verbose: false }, true)
    if (this.reader.peek() === ')')
      throw new PatternProblem('a ) closes nothing', 'write \\) for a bracket of the text')
    if (this.hasBoundary && this.hasWideWord) throw new PatternProblem(...WIDE_BOUNDARY)
    const flags = ['m', 's'].filter((flag) => this.globals.includes(flag)).join('')
    return { expression: flags === '' ? text : `(?${flags})${text}`, size }
  }

  /** Up to a `)` or the end. Global flags are taken at the very start only. */
  private alternatives(outer: PythonMode, isTop: boolean): Piece {
    const first = this.sequence(outer, isTop)
    const branches = [first.piece]
    while (this.reader.takeIf('|')) branches.push(this.sequence(first.mode, false).piece)
    const text = branches.map((branch) => branch.text).join('|')
    return { kind: 'atom', text, size: sized(branches.reduce((sum, branch) => sum + branch.size, 0)) }
  }

  private sequence(outer: PythonMode, isTop: boolean): { readonly piece: Piece; readonly mode: PythonMode } {
    const pieces: Piece[] = []
    let mode = outer
    while (!/^[|)]?$/.test(this.reader.peek())) {
      if (mode.verbose && this.skipBlank()) continue
      if (/^[*+?{]/.test(this.reader.peek()) && this.repeat(pieces)) continue
      const found = this.piece(mode)
      if ('kind' in found) pieces.push(found)
      else mode = this.globalFlags(found, { mode, isStart: isTop && pieces.length === 0 })
    }
    const text = pieces.map((piece) => piece.text).join('')
    return { piece: { kind: 'atom', text, size: sized(pieces.reduce((sum, piece) => sum + piece.size, 0)) }, mode }
  }

  private skipBlank(): boolean {
    if (this.reader.takeIf('#')) {
      while (!/^\n?$/.test(this.reader.take()));
      return true
    }
    return this.reader.takeWhile(/^[ \t\n\r\v\f]/) !== ''
  }

  /** A quantifier repeats the piece before it; a `{` that is none is a character. */
  private repeat(pieces: Piece[]): boolean {
    const counts = readCounts(this.reader)
    if (counts === null) return false
    const before = pieces.pop()
    if (before === undefined || before.kind === 'place') throw new PatternProblem('a repeat has nothing to repeat')
    if (before.kind === 'repeat') throw new PatternProblem('a repeat is repeated')
    if (this.reader.takeIf('+'))
      throw new PatternProblem('possessive repeats are not supported', 'leave the last "+" out')
    const lazy = this.reader.takeIf('?') ? '?' : ''
    const size = sized(before.size * Math.max(1, counts.least, counts.most ?? 0))
    pieces.push({ kind: 'repeat', text: `${before.text}${counts.text}${lazy}`, size })
    return true
  }

  private piece(mode: PythonMode): Piece | GlobalFlags {
    const character = this.reader.take()
    if (character === '\\') return this.escape(mode)
    if (character === '[') return this.set(mode)
    if (character === '(') return this.group(mode)
    if (character === '.') return atom('.')
    if (character === '^' || character === '$') return place(character)
    return this.character(character.codePointAt(0) ?? 0)
  }

  private escape(mode: PythonMode): Piece {
    const read = readEscape(this.reader)
    if (read.kind === 'set') return atom(letterSet(read.letter, mode.ascii))
    if (read.kind === 'character') return this.character(read.code)
    if (/b/i.test(read.text) && !mode.ascii) this.hasBoundary = true
    return place(read.text)
  }

  private set(mode: PythonMode): Piece {
    const { text, wide } = readSet(this.reader, mode.ascii)
    if (wide) this.hasWideWord = true
    return atom(text)
  }

  private character(code: number): Piece {
    if (isWideWord(code)) this.hasWideWord = true
    return atom(characterText(code))
  }

  private group(mode: PythonMode): Piece | GlobalFlags {
    if (!this.reader.takeIf('?')) return this.groupBody('(?:', mode)
    if (this.reader.takeIf(':')) return this.groupBody('(?:', mode)
    if (this.reader.takeIf('#')) return this.comment()
    if (this.reader.takeIf('P')) return this.named(mode)
    if (!/^[A-Za-z-]/.test(this.reader.peek())) throw new PatternProblem(...unsupportedGroup(this.reader))
    const flags = readFlags(this.reader)
    if (flags.scope === 'group') return this.groupBody(groupOpening(flags), modeWith(mode, flags))
    return { globals: flags.on }
  }

  private groupBody(opening: string, mode: PythonMode): Piece {
    const { text, size } = this.alternatives(mode, false)
    if (!this.reader.takeIf(')')) throw new PatternProblem('a ( is not closed', 'write \\( for a bracket of the text')
    return { kind: 'atom', text: `${opening}${text})`, size: Math.max(1, size) }
  }

  /** A comment changes nothing, as no flags do. */
  private comment(): GlobalFlags {
    if (this.reader.takeUntil(')') === null) throw new PatternProblem('a comment (?#… is not closed')
    return { globals: null }
  }

  private named(mode: PythonMode): Piece {
    if (this.reader.takeIf('=')) throw new PatternProblem('back references (?P=…) are not supported')
    if (!this.reader.takeIf('<')) throw new PatternProblem('(?P is followed by neither "<" nor "="')
    const name = this.reader.takeUntil('>') ?? ''
    if (!/^[\p{XID_Start}_]\p{XID_Continue}*$/u.test(name)) throw new PatternProblem('(?P<…> holds no name')
    if (this.names.has(name)) throw new PatternProblem(`the group name ${name} is used twice`)
    this.names.add(name)
    return this.groupBody('(?:', mode)
  }

  private globalFlags(found: GlobalFlags, at: { readonly mode: PythonMode; readonly isStart: boolean }): PythonMode {
    if (found.globals === null) return at.mode
    if (!at.isStart) {
      throw new PatternProblem('flags such as (?i) stand at the start only', 'write (?i:…) for a part of the pattern')
    }
    this.globals += found.globals
    if (/a/.test(this.globals) && /u/.test(this.globals))
      throw new PatternProblem('the flags a and u exclude one another')
    return modeWith(at.mode, { scope: 'global', on: found.globals, off: '' })
  }
}

/** What is no piece of the pattern: flags for the whole of it, or a comment (null). */
type GlobalFlags = { readonly globals: string | null }

type Counts = { readonly text: string; readonly least: number; readonly most: number | null }

/** The quantifier that follows, or null where a `{` is only a character. */
function readCounts(reader: PatternReader): Counts | null {
  if (reader.takeIf('*')) return { text: '*', least: 0, most: null }
  if (reader.takeIf('+')) return { text: '+', least: 1, most: null }
  if (reader.takeIf('?')) return { text: '?', least: 0, most: 1 }
  const start = reader.position
  reader.take()
  const least = reader.takeWhile(/^[0-9]/)
  const comma = reader.takeIf(',')
  const most = comma ? reader.takeWhile(/^[0-9]/) : least
  if ((least !== '' || comma) && reader.takeIf('}')) return countsOf(Number(least), most === '' ? null : Number(most))
  reader.back(start)
  return null
}

function countsOf(least: number, most: number | null): Counts {
  if (most !== null && most < least) throw new PatternProblem(`the repeat {${least},${most}} runs backwards`)
  if (Math.max(least, most ?? 0) > SIZE_MAX) throw new PatternProblem(`a repeat is counted beyond ${SIZE_MAX}`)
  return { text: `{${least},${most ?? ''}}`, least, most }
}

function sized(size: number): number {
  if (size <= SIZE_MAX) return size
  throw new PatternProblem(
    `with its repeats written out it has more than ${SIZE_MAX} characters`,
    'use smaller counts, or * and +',
  )
}

function atom(text: string): Piece {
  return { kind: 'atom', text, size: 1 }
}

function place(text: string): Piece {
  return { kind: 'place', text, size: 1 }
}

type Problem = readonly [problem: string, hint: string]

const WIDE_BOUNDARY: Problem = [
  '\\b and \\B know ASCII letters only and stand beside a letter or number beyond ASCII',
  'write what may stand there, as in (?:^|\\s), or begin with (?a)',
]

const UNSUPPORTED: readonly (readonly [RegExp, ...Problem])[] = [
  [/^[=!]/, 'look-ahead is not supported', 'the engine takes linear time; write two rules, or what may follow'],
  [
    /^<[=!]/,
    'look-behind is not supported',
    'the engine takes linear time; write what may come before, as in (?:^|\\s)',
  ],
  [/^>/, 'atomic groups are not supported', 'write (?:…): the engine never goes back over the text anyway'],
  [/^\(/, 'conditional groups are not supported', 'write the alternatives with |'],
  [/^</, '(?<name>…) is no group that Python knows', 'write (?P<name>…)'],
  [
    /^/,
    'a group begins with (? and something that Python does not know',
    'write (?:…), (?P<name>…) or flags such as (?s:…)',
  ],
]

function unsupportedGroup(reader: PatternReader): Problem {
  const start = reader.take() + reader.take()
  const [, problem, hint] = UNSUPPORTED.find(([begins]) => begins.test(start)) ?? [
    /^/,
    'an unknown group',
    'write (?:…)',
  ]
  return [problem, hint]
}
