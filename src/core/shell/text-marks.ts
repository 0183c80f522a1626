import type { Word } from './simple-command.ts'

/**
 * While a text is read, what is not known stands in it as one character of the private use area, so that it survives
 * quoting, splitting and a second reading (`sh -c "rm $X"`). `toWord` turns the marks into what callers see.
 */
export const UNKNOWN = '\uE000'
/** The home folder. */
export const HOME = '\uE001'
/** The folder that the call began in; only right while no `cd` was seen. */
export const HERE = '\uE002'

export type Span = readonly [number, number]

/** One word while it is read: a text with marks. */
export type Field = { readonly text: string; readonly glob: boolean; readonly span: Span }

const MARK = /[\uE000-\uE002]/
const UNKNOWNS = /\uE000+/g

export function hasMark(text: string): boolean {
  return MARK.test(text)
}

/** The text as a program or a reader may see it: `*` for what is not known. */
export function showMarks(text: string, folder: string | null): string {
  if (!MARK.test(text)) return text
  return text
    .replaceAll(HERE, folder === '' ? '.' : UNKNOWN)
    .replace(UNKNOWNS, '*')
    .replaceAll(HOME, '~')
}

export function toWord(field: Field, folder: string | null): Word {
  const { text, span } = field
  if (!MARK.test(text)) return field.glob ? { text, dynamic: true, glob: true, span } : { text, dynamic: false, span }
  const shown = { text: showMarks(text, folder), dynamic: true, span }
  const onlyGlob = field.glob && !text.includes(UNKNOWN) && !text.includes(HERE)
  return onlyGlob ? { ...shown, glob: true } : shown
}

/** A pattern's matches as a value: what a glob stands for is not known. */
export function globValue(field: Field): string {
  return field.glob ? field.text.replace(/[*?]|\[[^\]]*\]/g, UNKNOWN) : field.text
}
