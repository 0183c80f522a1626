/** A line of a patch that is no content: `*** Add File: a` and the like. */
export type PatchMarker = {
  readonly kind: 'begin' | 'end' | 'add' | 'update' | 'delete' | 'move' | 'environment' | 'end-of-file' | 'unknown'
  /** What follows the colon, trimmed; empty for markers that take nothing. */
  readonly rest: string
  /** Spelt as the grammar spells it; false for another letter case or other blanks. */
  readonly exact: boolean
  /** Blanks stand in front of it, so inside an update it may as well be a line of context. */
  readonly padded: boolean
}

type Spelling = { readonly words: string; readonly kind: PatchMarker['kind']; readonly takesText: boolean }

const SPELLINGS: readonly Spelling[] = [
  { words: 'Begin Patch', kind: 'begin', takesText: false },
  { words: 'End Patch', kind: 'end', takesText: false },
  { words: 'Add File:', kind: 'add', takesText: true },
  { words: 'Update File:', kind: 'update', takesText: true },
  { words: 'Delete File:', kind: 'delete', takesText: true },
  { words: 'Move to:', kind: 'move', takesText: true },
  { words: 'End of File', kind: 'end-of-file', takesText: false },
  { words: 'Environment ID:', kind: 'environment', takesText: true },
]

/**
 * Reads one line as a marker, with or without blanks around it and in any letter case; null for every other line.
 * A line that starts with three stars and says nothing known is `unknown`: it ends the content above it.
 */
export function readPatchMarker(line: string): PatchMarker | null {
  const start = firstInk(line, 0)
  if (!line.startsWith('***', start)) return null
  const body = line.slice(start + 3, lastInk(line) + 1)
  const words = body.slice(firstInk(body, 0))
  const padded = start > 0
  for (const spelling of SPELLINGS) {
    const head = words.slice(0, spelling.words.length)
    if (head.toLowerCase() !== spelling.words.toLowerCase()) continue
    const rest = words.slice(head.length)
    if (!spelling.takesText && rest !== '') continue
    const exact = head === spelling.words && body.startsWith(` ${head}`)
    return { kind: spelling.kind, rest: rest.slice(firstInk(rest, 0)), exact, padded }
  }
  return { kind: 'unknown', rest: '', exact: false, padded }
}

/** Blank for JavaScript or for Rust: the two do not agree about U+0085 and U+FEFF, and both read patches. */
function isBlank(character: string | undefined): boolean {
  if (character === undefined) return false
  return character === ' ' || character === '\u0085' || character.trim() === ''
}

function firstInk(text: string, from: number): number {
  let index = from
  while (index < text.length && isBlank(text[index])) index += 1
  return index
}

function lastInk(text: string): number {
  let index = text.length - 1
  while (index >= 0 && isBlank(text[index])) index -= 1
  return index
}
