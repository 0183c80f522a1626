import type { Word } from '../../src/core/shell/simple-command.ts'

/** The folders that a word may name without saying so: `~`, and `.` for `$PWD`. */
export type Places = { readonly home: string; readonly work: string }

/** Whether words that ran are those that were read, where a word that is not known may stand for any number of words. */
export function matchesWords(read: readonly Word[], ran: readonly string[], places: Places): boolean {
  const [word, ...others] = read
  if (word === undefined) return ran.length === 0
  if (!word.dynamic) return ran[0] === word.text && matchesWords(others, ran.slice(1), places)
  for (let count = mayVanish(word) ? 0 : 1; count <= ran.length; count += 1) {
    if (matchesDynamic(word, ran.slice(0, count), places) && matchesWords(others, ran.slice(count), places)) return true
  }
  return false
}

function mayVanish(word: Word): boolean {
  return isAll(word) || word.glob === true
}

/** Nothing of it is known. */
export function isAll(word: Word): boolean {
  return word.dynamic && /^\*+$/.test(word.text)
}

function matchesDynamic(word: Word, ran: readonly string[], places: Places): boolean {
  if (word.glob) return ran.every((text) => matchesPattern(word, text, places))
  return matchesPattern(word, ran.join('\0'), places)
}

function matchesPattern({ text }: Word, ran: string, places: Places): boolean {
  const shown = ran.replaceAll(places.home, '~')
  const texts = [ran, shown, ran.replaceAll(places.work, '.'), shown.replaceAll(places.work, '.')]
  return [globRegExp(text, true), globRegExp(text, false)].some((pattern) => texts.some((item) => pattern.test(item)))
}

/** With `globs` also `?` and `[…]` stand for a character; else they are plain, as in `"$x?"`. */
function globRegExp(text: string, globs: boolean): RegExp {
  const source = text.replace(/[!@+?*]\([^()]*\)|\*|\?|\[[^\]]+\]|[\\^$.|+(){}[\]]/g, (part) => {
    if (part === '*') return '[^]*'
    if (globs && part.endsWith(')')) return '[^]*'
    if (globs && part === '?') return '[^]'
    if (globs && part.length > 1) return part.replace(/^\[!/, '[^').replaceAll('\\', '\\\\')
    return part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
  })
  return new RegExp(`^${source}$`)
}
