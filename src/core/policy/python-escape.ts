import { PatternProblem, type PatternReader } from './python-pattern-reader.ts'

export type SetLetter = 'd' | 'D' | 's' | 'S' | 'w' | 'W'

export type Escape =
  | { readonly kind: 'character'; readonly code: number }
  | { readonly kind: 'set'; readonly letter: SetLetter }
  /** Matches a place and no character; already in the spelling of RE2. */
  | { readonly kind: 'place'; readonly text: string }

const CONTROLS: ReadonlyMap<string, number> = new Map([
  ['a', 7],
  ['f', 12],
  ['n', 10],
  ['r', 13],
  ['t', 9],
  ['v', 11],
])
const PLACES: ReadonlyMap<string, string> = new Map([
  ['A', '\\A'],
  ['Z', '\\z'],
  ['b', '\\b'],
  ['B', '\\B'],
])
const HEX_DIGITS: ReadonlyMap<string, number> = new Map([
  ['x', 2],
  ['u', 4],
  ['U', 8],
])
const OCTAL_MAX = 0o377
const CODE_POINT_MAX = 0x10ffff

/** Reads what follows a backslash outside of a set. */
export function readEscape(reader: PatternReader): Escape {
  const letter = takeLetter(reader)
  const place = PLACES.get(letter)
  if (place !== undefined) return { kind: 'place', text: place }
  if (letter === '0') return character(Number.parseInt(`0${reader.takeWhile(/^[0-7]/, 2)}`, 8))
  if (/^[1-9]/.test(letter)) return readNumber(letter, reader)
  return readCommon(letter, reader)
}

/** Reads what follows a backslash inside of a set, where `\b` is the backspace and numbers are octal. */
export function readSetEscape(reader: PatternReader): Escape {
  const letter = takeLetter(reader)
  if (letter === 'b') return character(8)
  if (/^[0-7]/.test(letter)) return readOctal(letter + reader.takeWhile(/^[0-7]/, 2))
  return readCommon(letter, reader)
}

function takeLetter(reader: PatternReader): string {
  const letter = reader.take()
  if (letter === '') throw new PatternProblem('it ends with a backslash', 'write \\\\ for a backslash')
  return letter
}

function readCommon(letter: string, reader: PatternReader): Escape {
  if (/^[dDsSwW]/.test(letter)) return { kind: 'set', letter: letter as SetLetter } // as the test says
  const control = CONTROLS.get(letter)
  if (control !== undefined) return character(control)
  const digits = HEX_DIGITS.get(letter)
  if (digits !== undefined) return readHex(letter, digits, reader)
  if (letter === 'N') {
    throw new PatternProblem('\\N{…} is not supported', 'write the character itself, or its number as in \\u00e9')
  }
  if (/^[A-Za-z0-9]/.test(letter)) throw new PatternProblem(`\\${letter} is no escape that Python knows`)
  return character(letter.codePointAt(0) ?? 0)
}

function readHex(letter: string, length: number, reader: PatternReader): Escape {
  const digits = reader.takeWhile(/^[0-9a-fA-F]/, length)
  if (digits.length < length) throw new PatternProblem(`\\${letter} needs ${length} hexadecimal digits`)
  const code = Number.parseInt(digits, 16)
  if (code <= CODE_POINT_MAX && (code < 0xd800 || code > 0xdfff)) return character(code)
  throw new PatternProblem(`\\${letter}${digits} is no character`)
}

/** Three octal digits are a character, everything else names a group. */
function readNumber(first: string, reader: PatternReader): Escape {
  const start = reader.position
  const rest = reader.takeWhile(/^[0-7]/, 2)
  if (/^[0-7]/.test(first) && rest.length === 2) return readOctal(first + rest)
  reader.back(start)
  throw new PatternProblem(`the back reference \\${first} is not supported`, 'spell out what the text must be')
}

function readOctal(digits: string): Escape {
  const code = Number.parseInt(digits, 8)
  if (code <= OCTAL_MAX) return character(code)
  throw new PatternProblem(`\\${digits} is beyond \\377`)
}

function character(code: number): Escape {
  return { kind: 'character', code }
}
