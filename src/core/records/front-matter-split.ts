/** Where the fields begin in a text with front matter: after `---` and its newline. */
export const FIELDS_AT = 4

const OPENING = '---\n'

/** CRLF and lone CR become LF: the first step of the parser, the digest and the seal (records.md 4.1, 12). */
export function normalizeLineEnds(text: string): string {
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text
}

export type FrontMatterSplit =
  | {
      readonly kind: 'split'
      /** All between the two lines, its last newline included; it begins at `FIELDS_AT`. */
      readonly fields: string
      readonly body: string
    }
  | { readonly kind: 'none' | 'unterminated' }

/**
 * Splits a text with LF ends at the first later line that is exactly `---`, with one line at least in between
 * (records.md 4.1). Nothing is forgiven: a byte order mark, a blank before, `--- ` or `...`.
 */
export function splitFrontMatter(text: string): FrontMatterSplit {
  if (!text.startsWith(OPENING)) return { kind: 'none' }
  // The line right under the opening one is a field line whatever it holds, so the search starts behind it.
  const firstEnd = text.indexOf('\n', FIELDS_AT)
  for (let at = firstEnd; at !== -1; at = text.indexOf('\n---', at + 1)) {
    if (!text.startsWith('\n---', at)) continue
    const after = at + OPENING.length
    if (after === text.length || text[after] === '\n') {
      return { kind: 'split', fields: text.slice(FIELDS_AT, at + 1), body: text.slice(after + 1) }
    }
  }
  return { kind: text.slice(FIELDS_AT).startsWith(OPENING) || text === '---\n---' ? 'none' : 'unterminated' }
}
