const ESCAPE = /\\(?:x([0-9a-fA-F]{1,2})|u([0-9a-fA-F]{1,4})|U([0-9a-fA-F]{1,8})|0?([0-7]{1,3})|([abefnrtv\\'"]))/g

const LETTERS: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  e: '\x1b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
}

/** The escapes of `printf` and `echo -e`; what is none stays as it is. */
export function unescapeText(text: string): string {
  return text.replace(
    ESCAPE,
    (whole, byte?: string, short?: string, long?: string, octal?: string, letter?: string) => {
      const hex = byte ?? short ?? long
      if (hex !== undefined) return codePoint(Number.parseInt(hex, 16), whole)
      if (octal !== undefined) return codePoint(Number.parseInt(octal, 8) & 255, whole)
      return letter === undefined ? whole : (LETTERS[letter] ?? letter)
    },
  )
}

function codePoint(code: number, otherwise: string): string {
  return code <= 0x10ffff ? String.fromCodePoint(code) : otherwise
}
