/** How a program reads its options, in the manner of getopt. */
export type OptionSpec = {
  /** Letters of the short options that take a value. */
  readonly values?: string
  /** Letters whose value, if any, is glued on (`-i.bak`); the rest of a cluster is that value. */
  readonly glued?: string
  /** Names of the long options that take a value as the next word. */
  readonly long?: readonly string[]
  /** Options may stand behind operands. */
  readonly mixed?: boolean
  /** Long names are not taken cut short (programs written in Go, mostly). */
  readonly exact?: true
}

type Text = { readonly text: string }
export type Option<T extends Text> = { readonly name: string; readonly value: T | null }
export type Options<T extends Text> = { readonly options: readonly Option<T>[]; readonly operands: readonly T[] }

/** Splits the words behind a command word into options (`-x`, `--name`) and operands. Long names may be cut short, as getopt allows. */
export function readOptions<T extends Text>(words: readonly T[], spec: OptionSpec): Options<T> {
  const options: Option<T>[] = []
  const operands: T[] = []
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at]
    if (word === undefined) break
    if (word.text === '--') return { options, operands: [...operands, ...words.slice(at + 1)] }
    if (!/^-./s.test(word.text)) {
      if (!spec.mixed) return { options, operands: words.slice(at) }
      operands.push(word)
    } else if (word.text.startsWith('--')) at += readLong(word, words[at + 1], spec, options)
    else at += readCluster(word, words[at + 1], spec, options)
  }
  return { options, operands }
}

/** Returns how many further words the option took. */
function readLong<T extends Text>(word: T, next: T | undefined, spec: OptionSpec, options: Option<T>[]): number {
  const equals = word.text.indexOf('=')
  const name = equals < 0 ? word.text : word.text.slice(0, equals)
  const full = findLong(name.slice(2), spec)
  if (equals >= 0)
    options.push({ name: full ? `--${full}` : name, value: { ...word, text: word.text.slice(equals + 1) } })
  else options.push({ name: full ? `--${full}` : name, value: full === undefined ? null : (next ?? null) })
  return equals < 0 && full !== undefined ? 1 : 0
}

function findLong(name: string, spec: OptionSpec): string | undefined {
  if (spec.exact || spec.long?.includes(name)) return spec.long?.find((long) => long === name)
  return spec.long?.find((long) => long.startsWith(name))
}

function readCluster<T extends Text>(word: T, next: T | undefined, spec: OptionSpec, options: Option<T>[]): number {
  for (let at = 1; at < word.text.length; at += 1) {
    const letter = word.text.charAt(at)
    const rest = { ...word, text: word.text.slice(at + 1) }
    if (spec.glued?.includes(letter)) {
      options.push({ name: `-${letter}`, value: rest })
      return 0
    }
    if (spec.values?.includes(letter)) {
      options.push({ name: `-${letter}`, value: rest.text === '' ? (next ?? null) : rest })
      return rest.text === '' ? 1 : 0
    }
    options.push({ name: `-${letter}`, value: null })
  }
  return 0
}

/** Whether one of the names was given; a long option counts from the shortest form that is not another name here. */
export function hasOption(options: readonly Option<Text>[], ...names: readonly string[]): boolean {
  return options.some(({ name }) => names.some((wanted) => name === wanted || isShortened(name, wanted)))
}

function isShortened(name: string, wanted: string): boolean {
  return name.length > 4 && name.startsWith('--') && wanted.startsWith(name)
}

export function optionValue<T extends Text>(options: readonly Option<T>[], ...names: readonly string[]): T | null {
  return options.findLast(({ name }) => names.includes(name))?.value ?? null
}
