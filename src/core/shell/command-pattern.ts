import type { Parsed } from '../fault.ts'
import { baseName } from './base-name.ts'
import type { SimpleCommand, Word } from './simple-command.ts'

export type PatternFault = 'command-pattern/empty' | 'command-pattern/not-plain'

/** The words of a pattern. */
export type CommandPattern = readonly string[]

/**
 * Reads a word pattern such as `npm publish` or `git push * main`: words between blanks, written as the program gets them.
 * Quotes, `$` and operators are refused, for a pattern stands for one command and nothing in it is expanded.
 */
export function parseCommandPattern(pattern: string): Parsed<CommandPattern, PatternFault> {
  const words = pattern.split(/\s+/).filter((word) => word !== '')
  if (words.length === 0) {
    return refuse(
      'command-pattern/empty',
      'the command pattern is empty',
      'write the words of the command, as in "npm publish"',
    )
  }
  const stray = words.find((word) => /["'`$;&|<>()\\]/.test(word))
  if (stray === undefined) return { ok: true, value: words }
  return refuse(
    'command-pattern/not-plain',
    `the command pattern has "${stray}", but its words are compared as the program gets them`,
    'leave quotes and operators out: one pattern for each simple command, "*" for any words, "?" for one character',
  )
}

function refuse(code: PatternFault, message: string, hint: string): Parsed<CommandPattern, PatternFault> {
  return { ok: false, faults: [{ code, message, hint }] }
}

/**
 * Whether a simple command begins with the words of a pattern.
 *
 * - Words are compared one by one, in order, with letter case: `npm publish` matches `npm publish --tag next`, but not
 *   `npm --silent publish`, for options in between are not skipped.
 * - A `*` of its own stands for any number of words, also none: `git * push` matches `git -C x push`.
 * - A word with `*` or `?` in it is a glob for one word: `--tag=*`.
 * - The program is also known by its base name: `git push` matches `/usr/bin/git push`.
 * - A word whose value is not known (`$X`) is only taken by a `*`: `$X publish` is no `npm publish`.
 * - Wrappers count where the pattern begins with one: `sudo *` matches `sudo rm x`, and so does `rm`.
 *
 * A pattern that does not parse matches nothing.
 */
export function matchesCommandPattern(pattern: string, command: SimpleCommand): boolean {
  const parsed = parseCommandPattern(pattern)
  if (!parsed.ok || command.words.length === 0) return false
  const { wrappers, words } = command
  for (let from = wrappers.length; from >= 0; from -= 1) {
    if (matchesWords(parsed.value, [...wrappers.slice(from).flat(), ...words])) return true
  }
  return false
}

/** Goes back to the last `*` only: what a later one can reach, an earlier one need not. */
function matchesWords(pattern: CommandPattern, words: readonly Word[]): boolean {
  let at = 0
  let wordAt = 0
  let star = -1
  let starWord = 0
  while (at < pattern.length) {
    const part = pattern[at] ?? ''
    const word = words[wordAt]
    if (part === '*') {
      star = at
      starWord = wordAt
      at += 1
    } else if (word !== undefined && matchesWord(part, word, wordAt === 0)) {
      at += 1
      wordAt += 1
    } else if (star >= 0 && starWord < words.length) {
      starWord += 1
      wordAt = starWord
      at = star + 1
    } else return false
  }
  return true
}

function matchesWord(part: string, word: Word, isProgram: boolean): boolean {
  if (isProgram && word.dynamic) return false
  if (matchesGlob(part, word)) return true
  return isProgram && !part.includes('/') && matchesGlob(part, { ...word, text: baseName(word.text) })
}

/** `*` and `?` within one word, in linear time. What is not known in the word is only taken by a `*`. */
function matchesGlob(glob: string, word: Word): boolean {
  const { text, dynamic } = word
  let at = 0
  let charAt = 0
  let star = -1
  let starChar = 0
  while (charAt < text.length) {
    const part = glob[at]
    const char = text[charAt]
    const isUnknown = dynamic && char === '*'
    if (part === '*') {
      star = at
      starChar = charAt
      at += 1
    } else if (!isUnknown && at < glob.length && (part === char || part === '?')) {
      at += 1
      charAt += 1
    } else if (star >= 0) {
      starChar += 1
      charAt = starChar
      at = star + 1
    } else return false
  }
  return /^\**$/.test(glob.slice(at))
}
