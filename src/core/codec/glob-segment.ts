/** One letter of a pattern between two slashes. */
type Token =
  | { readonly kind: 'letter'; readonly letter: string }
  | { readonly kind: 'star' }
  | { readonly kind: 'one' }
  | { readonly kind: 'class'; readonly negated: boolean; readonly ranges: readonly (readonly [number, number])[] }

/** A pattern for one name in a path, folded before. */
export type Segment = {
  /** The only name it matches, or null where it has wildcards. */
  readonly literal: string | null
  matches(name: string): boolean
  /** The text before the first and behind the last wildcard. */
  readonly prefix: string
  readonly suffix: string
}

/** Compiles one segment: `*`, `?`, `[…]` and escapes. Matching costs at most the product of both lengths. */
export function compileSegment(pattern: string): Segment {
  const tokens = readTokens(pattern, true)
  const texts = tokens.map((token) => (token.kind === 'letter' ? token.letter : null))
  const wild = texts.indexOf(null)
  if (wild === -1) {
    const literal = texts.join('')
    return { literal, prefix: literal, suffix: literal, matches: (name) => name === literal }
  }
  // `[id]` is a folder's name in some frameworks: brackets match as a class and as they stand.
  const plain = pattern.includes('[') ? readTokens(pattern, false) : tokens
  const bracketed = plain !== tokens
  return {
    literal: null,
    prefix: bracketed ? '' : texts.slice(0, wild).join(''),
    suffix: bracketed ? '' : texts.slice(texts.lastIndexOf(null) + 1).join(''),
    matches: (name) => matchTokens(tokens, name) || (bracketed && matchTokens(plain, name)),
  }
}

function readTokens(pattern: string, classes: boolean): readonly Token[] {
  const letters = [...pattern]
  const tokens: Token[] = []
  for (let at = 0; at < letters.length; at += 1) {
    const letter = letters[at] as string
    const found = classes && letter === '[' ? readClass(letters, at) : null
    if (found !== null) {
      tokens.push(found.token)
      at = found.end
    } else if (letter === '\\' && at + 1 < letters.length) {
      at += 1
      tokens.push({ kind: 'letter', letter: letters[at] as string })
    } else if (letter === '*') {
      if (tokens.at(-1)?.kind !== 'star') tokens.push({ kind: 'star' })
    } else tokens.push(letter === '?' ? { kind: 'one' } : { kind: 'letter', letter })
  }
  return tokens
}

/** A class from `[` to its `]`; null where nothing closes it. */
function readClass(letters: readonly string[], start: number): { readonly token: Token; readonly end: number } | null {
  const negated = letters[start + 1] === '!' || letters[start + 1] === '^'
  const first = start + (negated ? 2 : 1)
  const end = letters.indexOf(']', first + 1)
  if (end === -1) return null
  const ranges: (readonly [number, number])[] = []
  for (let at = first; at < end; at += 1) {
    const low = codeOf(letters[at])
    const isRange = letters[at + 1] === '-' && at + 2 < end
    ranges.push([low, isRange ? codeOf(letters[at + 2]) : low])
    if (isRange) at += 2
  }
  return { token: { kind: 'class', negated, ranges }, end }
}

function codeOf(letter: string | undefined): number {
  return letter?.codePointAt(0) ?? 0
}

/** The usual two-pointer walk: on a mismatch go back to the last star only, and let it take one letter more. */
function matchTokens(tokens: readonly Token[], name: string): boolean {
  const letters = [...name]
  let token = 0
  let letter = 0
  let starToken = -1
  let starLetter = 0
  while (letter < letters.length) {
    const current = tokens[token]
    if (current?.kind === 'star') {
      starToken = token
      starLetter = letter
      token += 1
    } else if (current !== undefined && matchesLetter(current, letters[letter] as string)) {
      token += 1
      letter += 1
    } else if (starToken !== -1) {
      starLetter += 1
      letter = starLetter
      token = starToken + 1
    } else return false
  }
  return tokens.slice(token).every((rest) => rest.kind === 'star')
}

function matchesLetter(token: Token, letter: string): boolean {
  switch (token.kind) {
    case 'letter':
      return token.letter === letter
    case 'class': {
      const code = codeOf(letter)
      return token.ranges.some(([low, high]) => low <= code && code <= high) !== token.negated
    }
    case 'one':
      return true
    case 'star':
      return false
  }
}
