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
/** Not known, but printed by a download. */
export const DOWNLOAD = '\uE003'
/** The name of a fresh temporary folder (`mktemp -d`). */
export const TEMPORARY = '\uE005'
/** The number of the shell's process (`$$`): not known, but the same wherever it stands. */
export const PROCESS = '\uE007'
/** Stands behind a default (`${X:-word}`) that the environment may replace; no part of the text. */
export const ASSUMED = '\uE004'

/** Stands behind what may be several words, or none, among the items of a list; no part of the text. */
export const MANY = '\uE006'

/** Stands behind the name of a temporary file or folder and says which one; no part of the text. */
const FIRST_IDENTITY = 0xe010
const IDENTITIES = 64

/** The name of one fresh temporary file: where it stands twice, it is the same one. */
export function temporaryName(number: number): string {
  return number < IDENTITIES ? TEMPORARY + String.fromCharCode(FIRST_IDENTITY + number) : TEMPORARY
}

/** Whether a text means the same file wherever it stands, though not all of it is known. */
export function isSamePath(text: string): boolean {
  return !MARK.test(text) || !/[\uE000\uE002\uE003\uE006]|.\uE001|\uE005(?![\uE010-\uE04F])/s.test(text)
}

/** Characters that only this reading may use, as a text that comes from outside must not. */
export function withoutMarks(text: string): string {
  return FOREIGN.test(text) ? text.replace(/[\uE000-\uE0FF]/g, '\uFFFD') : text
}
const FOREIGN = /[\uE000-\uE0FF]/

/** A list of words of which nothing is known. */
export const UNKNOWN_WORDS: readonly string[] = [UNKNOWN + MANY]

export type Span = readonly [number, number]

/** One word while it is read: a text with marks. */
export type Field = {
  readonly text: string
  readonly glob: boolean
  readonly span: Span
  /** What the file of this name holds, for `<(echo text)`; with marks. */
  readonly content?: string
  /** What the file of this name holds was written by the text, but is not known. */
  readonly written?: 'unknown' | 'download'
}

const MARK = /[\uE000-\uE04F]/
const NO_TEXT = /[\uE004\uE006\uE010-\uE04F]/g
const UNKNOWNS = /[\uE000\uE003\uE005\uE007]+/g
const OPEN = /[\uE000-\uE003\uE005\uE007]/

export function hasMark(text: string): boolean {
  return MARK.test(text)
}

/** Without the marks that say how sure a text is. */
export function withoutAssumed(text: string): string {
  return MARK.test(text) ? text.replace(NO_TEXT, '') : text
}

/** The text as a program or a reader may see it: `*` for what is not known. */
export function showMarks(text: string, folder: string | null): string {
  if (!MARK.test(text)) return text
  return withoutAssumed(text)
    .replaceAll(HERE, folder === '' ? '.' : UNKNOWN)
    .replace(UNKNOWNS, '*')
    .replaceAll(HOME, '~')
}

export function toWord(field: Field, folder: string | null): Word {
  const { text, span } = field
  if (field.content === undefined && field.written === undefined && !MARK.test(text)) {
    return field.glob ? { text, dynamic: true, glob: true, span } : { text, dynamic: false, span }
  }
  const download = text.includes(DOWNLOAD) ? ({ download: true } as const) : {}
  const temporary = /^\uE005[^\uE000-\uE006]*$/.test(text) ? ({ temporary: true } as const) : {}
  const content = field.content === undefined ? {} : { content: showMarks(field.content, folder) }
  const written = field.written === undefined ? {} : { written: field.written }
  const assumed = text.includes(ASSUMED) ? ({ assumed: true } as const) : {}
  const shown = {
    text: showMarks(text, folder),
    dynamic: field.glob || OPEN.test(text),
    span,
    ...download,
    ...temporary,
    ...assumed,
    ...content,
    ...written,
  }
  const onlyGlob = field.glob && !/[\uE000\uE002\uE003\uE005\uE007]/.test(text)
  return onlyGlob ? { ...shown, glob: true } : shown
}

/** A pattern's matches as a value: what a glob stands for is not known. */
export function globValue(field: Field): string {
  return field.glob ? field.text.replace(/[*?]|\[[^\]]*\]/g, UNKNOWN) + MANY : field.text
}
