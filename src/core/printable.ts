/**
 * Characters that could move a cursor, hide text or turn its direction: control characters (with DEL and C1), bidi
 * marks, zero-width and other format characters, line separators, tags, lone surrogates.
 */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu

/** One line of text that is safe for a terminal: what is not printable is shown as an escape, a line break too. */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, escapeCharacter)
}

/** JSON text whose strings hold nothing unprintable; the value stays the same. */
export function printableJson(json: string): string {
  return json.replace(UNPRINTABLE, (character) => (character === '\n' ? character : jsonEscape(character)))
}

const NAMED: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t', '\u001b': '\\e' }

function escapeCharacter(character: string): string {
  return NAMED[character] ?? `\\u{${codeOf(character).toString(16)}}`
}

function jsonEscape(character: string): string {
  return Array.from({ length: character.length }, (_, index) => character.charCodeAt(index))
    .map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`)
    .join('')
}

function codeOf(character: string): number {
  return character.codePointAt(0) ?? 0
}
