/** One line of a story's script. */
export type Step = {
  readonly line: number
  readonly negated: boolean
  readonly verb: string
  readonly words: readonly string[]
}

/** A story: steps, then files by name, in the form of Go's txtar archives. */
export type Story = {
  readonly script: string
  readonly steps: readonly Step[]
  readonly files: ReadonlyMap<string, string>
}

const FILE_HEAD = /^-- (\S+) --$/

export function parseStory(text: string): Story {
  const files = new Map<string, string>()
  const script: string[] = []
  let name: string | null = null
  for (const line of text.replace(/\n$/, '').split('\n')) {
    const head = FILE_HEAD.exec(line)?.[1]
    if (head !== undefined) {
      name = head
      files.set(name, '')
    } else if (name === null) script.push(line)
    else files.set(name, `${files.get(name) ?? ''}${line}\n`)
  }
  return { script: script.join('\n'), steps: script.flatMap((line, index) => parseStep(line, index + 1)), files }
}

/** The text of a story with other file contents, for goldens that are written anew. */
export function renderStory(script: string, files: ReadonlyMap<string, string>): string {
  return [script, ...[...files].map(([name, text]) => `-- ${name} --\n${text.replace(/\n$/, '')}`)]
    .join('\n')
    .concat('\n')
}

function parseStep(line: string, number: number): readonly Step[] {
  const words = splitWords(line.trim())
  const [first = ''] = words
  if (first === '' || first.startsWith('#')) return []
  const negated = first.startsWith('!')
  return [{ line: number, negated, verb: negated ? first.slice(1) : first, words: words.slice(1) }]
}

/** Words in the manner of a shell: single quotes keep everything, '' inside them is one quote. */
function splitWords(line: string): readonly string[] {
  const words: string[] = []
  for (const match of line.matchAll(/(?:'(?:[^']|'')*'|[^\s'])+/g)) {
    words.push(match[0].replace(/'((?:[^']|'')*)'/g, (_, inner: string) => inner.replaceAll("''", "'")))
  }
  return words
}
