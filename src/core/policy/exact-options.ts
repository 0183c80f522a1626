import type { Option, Options } from '../shell/options.ts'
import type { Word } from '../shell/simple-command.ts'

/** How a program reads its options where a long name has to be written out. */
export type ExactSpec = {
  /** Letters of the short options that take a value. */
  readonly values?: string
  /** Letters that swallow the rest of their word and never the next one. */
  readonly glued?: string
  /** Names of the long options that take the next word. */
  readonly long?: readonly string[]
  /** One dash is as good as two and no letters are bundled (`-destroy`, `-Uri`); names are compared without case. */
  readonly singleDash?: true
}

/**
 * Options and operands in any order. Unlike `readOptions` it completes no long name: a word that is taken for the value
 * of a longer name (`--head URL` as `--header URL`) would hide an address, one that is not is only looked at too often.
 */
export function readExactOptions(words: readonly Word[], spec: ExactSpec): Options<Word> {
  const options: Option<Word>[] = []
  const operands: Word[] = []
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at]
    if (word === undefined) break
    if (word.text === '--') return { options, operands: [...operands, ...words.slice(at + 1)] }
    if (!/^-./s.test(word.text)) operands.push(word)
    else if (spec.singleDash || word.text.startsWith('--')) at += readName(word, words[at + 1], spec, options)
    else at += readLetters(word, words[at + 1], spec, options)
  }
  return { options, operands }
}

/** Returns how many further words the option took. */
function readName(word: Word, next: Word | undefined, spec: ExactSpec, options: Option<Word>[]): number {
  const end = word.text.search(spec.singleDash ? /[=:]/ : /=/)
  const written = end < 0 ? word.text : word.text.slice(0, end)
  const name = spec.singleDash ? written.replace(/^--?/, '-').toLowerCase() : written
  if (end >= 0) {
    options.push({ name, value: { ...word, text: word.text.slice(end + 1) } })
    return 0
  }
  const takes = spec.long?.includes(name.replace(/^--?/, '')) === true && next !== undefined
  options.push({ name, value: takes ? next : null })
  return takes ? 1 : 0
}

function readLetters(word: Word, next: Word | undefined, spec: ExactSpec, options: Option<Word>[]): number {
  const seen = new Set<string>()
  for (let at = 1; at < word.text.length; at += 1) {
    const letter = word.text.charAt(at)
    // A hostile word may hold one letter many thousand times.
    if (seen.has(letter)) continue
    seen.add(letter)
    const name = `-${letter}`
    const rest = word.text.slice(at + 1)
    const takes = spec.values?.includes(letter) === true
    if (rest !== '' && (takes || spec.glued?.includes(letter))) {
      options.push({ name, value: { ...word, text: rest } })
      return 0
    }
    if (takes) {
      options.push({ name, value: next ?? null })
      return next === undefined ? 0 : 1
    }
    options.push({ name, value: null })
  }
  return 0
}

/** Whether one of the names was given as written here. */
export function hasExact(options: readonly Option<Word>[], ...names: readonly string[]): boolean {
  return options.some(({ name }) => names.includes(name))
}

/** The values of every option with one of the names. */
export function exactValues(options: readonly Option<Word>[], ...names: readonly string[]): readonly Word[] {
  return options.flatMap(({ name, value }) => (value !== null && names.includes(name) ? [value] : []))
}
