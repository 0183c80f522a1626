import type { Word } from '../../shell/simple-command.ts'

/** The options of one verb: long name to what git knows about it. */
export type GitOptionTable = {
  readonly long: ReadonlyMap<string, { readonly takesValue: boolean }>
  readonly short: ReadonlyMap<string, string>
}

export type GitOption = {
  /** The full long name, or the letter where there is no long one. */
  readonly name: string
  /** False for `--no-…`. */
  readonly on: boolean
  readonly value: Word | null
  /** The word that gave it. */
  readonly word: Word
}

export type GitOptions = {
  readonly options: readonly GitOption[]
  readonly operands: readonly Word[]
  /** How many operands stand in front of `--`; null without one. */
  readonly before: number | null
  /** Git prints its usage and does nothing else. */
  readonly help: boolean
}

/** Reads a table such as `f|force o|push-option= B=`: `=` marks a value that may be the next word. */
export function gitOptionTable(text: string): GitOptionTable {
  const rows = text.split(' ').map((row) => {
    const takesValue = row.endsWith('=')
    const names = (takesValue ? row.slice(0, -1) : row).split('|')
    return { takesValue, letter: names.find((name) => name.length === 1), name: names[names.length - 1] ?? '' }
  })
  return {
    long: new Map(rows.map(({ name, takesValue }) => [name, { takesValue }])),
    short: new Map(rows.flatMap(({ letter, name }) => (letter === undefined ? [] : [[letter, name] as const]))),
  }
}

/** Splits words as git's own option parser does: options behind operands, long names cut short, clusters, `--no-…`. */
export function readGitOptions(words: readonly Word[], table: GitOptionTable): GitOptions {
  const options: GitOption[] = []
  const operands: Word[] = []
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at]
    if (word === undefined) break
    const { text } = word
    if (text === '--') {
      return { options, operands: [...operands, ...words.slice(at + 1)], before: operands.length, help: false }
    }
    if (/^(?:--help(?:-all)?|-h)$/.test(text)) return { options, operands, before: null, help: true }
    if (!/^-./s.test(text)) operands.push(word)
    else if (text.startsWith('--')) at += readLong(word, words[at + 1], table, options)
    else at += readCluster(word, words[at + 1], table, options)
  }
  return { options, operands, before: null, help: false }
}

/** Returns how many further words the option took. */
function readLong(word: Word, next: Word | undefined, table: GitOptionTable, options: GitOption[]): number {
  const equals = word.text.indexOf('=')
  // Git minds the case here; the seed does not, and git refuses what only the seed reads.
  const written = word.text.slice(2, equals < 0 ? undefined : equals).toLowerCase()
  const plain = longName(written, table)
  const name = plain ?? (written.startsWith('no-') ? longName(written.slice(3), table) : null)
  if (name === null) return 0
  const on = plain !== null
  const takesNext = on && equals < 0 && table.long.get(name)?.takesValue === true
  const glued = equals < 0 ? null : { ...word, text: word.text.slice(equals + 1) }
  options.push({ name, on, value: takesNext ? (next ?? null) : glued, word })
  return takesNext ? 1 : 0
}

/** A name that is cut short counts where only one option begins so; git refuses the others. */
function longName(written: string, table: GitOptionTable): string | null {
  if (written.length > 1 && table.long.has(written)) return written
  const fits = [...table.long.keys()].filter((name) => name.length > 1 && name.startsWith(written))
  return written !== '' && fits.length === 1 ? (fits[0] ?? null) : null
}

function readCluster(word: Word, next: Word | undefined, table: GitOptionTable, options: GitOption[]): number {
  for (let at = 1; at < word.text.length; at += 1) {
    const letter = word.text.charAt(at)
    const name = table.short.get(letter) ?? letter
    if (table.long.get(name)?.takesValue === true) {
      const rest = word.text.slice(at + 1)
      options.push({ name, on: true, value: rest === '' ? (next ?? null) : { ...word, text: rest }, word })
      return rest === '' ? 1 : 0
    }
    options.push({ name, on: true, value: null, word })
  }
  return 0
}

/** The option where it holds in the end: the last word about it counts. */
export function optionInForce({ options }: Pick<GitOptions, 'options'>, ...names: readonly string[]): GitOption | null {
  return names.map((name) => options.findLast((option) => option.name === name)).find((option) => option?.on) ?? null
}
