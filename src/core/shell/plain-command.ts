import type { ShellReading, SimpleCommand, Word } from './simple-command.ts'

/**
 * Programs that run nothing a word names and write no file that a word names, as far as the tables of this folder
 * know. They are what agents call most, mostly written so plainly that no shell grammar is needed to read them.
 */
const PROGRAMS: ReadonlySet<string> = new Set(
  (
    'ls cat head tail wc pwd echo grep egrep rg ag tree file stat du df which date whoami uname hostname id ps ' +
    'npm pnpm yarn bun deno tsc eslint prettier biome jest vitest mocha playwright cypress vite webpack rollup esbuild ' +
    'python python3 pip pip3 pytest mypy ruff black flake8 tox uv poetry ' +
    'cargo rustc rustfmt go gofmt make cmake ninja ctest gradle mvn dotnet swift mix rspec rubocop bundle rake ' +
    'phpunit composer php jq diff cmp sleep true false ' +
    'cut tr nl tac column basename dirname realpath readlink md5sum sha1sum sha256sum shasum seq'
  ).split(' '),
)
/** Words with which some of them run another program (`verb-runners.ts` reads those; a test compares the two). */
const LOCAL = 'rimraf|del|del-cli|shx|cross-env|cross-env-shell|concurrently|nodemon|dotenv|env-cmd'
const RUNS: Readonly<Record<string, RegExp>> = {
  npm: /^(?:exec|exe|x|explore)$/,
  pnpm: new RegExp(`^(?:exec|dlx|${LOCAL})$`),
  yarn: new RegExp(`^(?:exec|dlx|run|workspaces?|${LOCAL})$`),
  bun: new RegExp(`^(?:x|exec|run|${LOCAL})$`),
  uv: /^(?:run|tool)$/,
  poetry: /^run$/,
  bundle: /^(?:exec|exe)$/,
  composer: /^exec$/,
  cmake: /^-E/,
  git: /^(?:--upl|--(?:o(?!neline$)|=)|-(?!-).*o|ext::)/, // what it runs, and what `diff`, `log` and `show` write
}
const GIT_VERBS: ReadonlySet<string> = new Set(
  'status diff log show branch rev-parse blame add fetch commit'.split(' '),
)

/** Programs that are plain only with these words behind them: no script, no file to write, no command. */
const PLAIN_WORDS: Readonly<Record<string, (words: readonly string[]) => boolean>> = {
  sed: ([option, script = '', ...files]) =>
    option === '-n' &&
    /^(?:\d+(?:,(?:\d+|\$))?|\$|\/[\w ]+\/)p$/.test(script) &&
    files.every((word) => !word.startsWith('-')),
  sort: (words) => words.every((word) => !/^-.*[oT]/.test(word)),
  find: (words) => words.every((word) => !/^[-(!]/.test(word) || FIND_TESTS.has(word)),
  node: ([script = '-']) => !script.startsWith('-'),
}
const FIND_TESTS: ReadonlySet<string> = new Set(
  '-name -iname -path -ipath -type -maxdepth -mindepth -not -print -print0 -size -mtime -mmin -newer -empty -o -a'.split(
    ' ',
  ),
)

/**
 * One word, a redirection to nowhere, or what joins two commands, with a blank or the end behind it. Marks that a shell
 * would expand stand only between single quotes, where it does not.
 */
const TOKEN =
  /(?:(2>&1|(?:[12&]?>) ?\/dev\/null)|([A-Za-z0-9_./:@%+,=-]+)|"([^"$`\\\n]*)"|'([^'\n]*)'|(&&|\||;))(?: |$)/y

type Segment = { readonly words: Word[]; piped: boolean }

/**
 * The reading of a text that is a plain list of calls of well-known programs, without the parser; null where it may be
 * anything else. Its words are those that `parseCommandLine` reads, and such calls have no targets; redirections to
 * nowhere are left out.
 */
export function readPlainCommand(text: string): ShellReading | null {
  const segments = splitSegments(text)?.map(throughNpx) ?? null
  if (segments === null) return null
  const [first] = segments
  const folder = first && isCd(first) && segments.length > 1 ? (first.words[1]?.text ?? '') : ''
  if (!segments.every((segment, at) => isKnown(segment) || (at === 0 && folder !== ''))) return null
  const commands = segments.map((segment, at) => commandOf(segment, at === 0 ? '' : folder))
  return { commands, faults: [] }
}

function splitSegments(text: string): readonly Segment[] | null {
  const segments: Segment[] = [{ words: [], piped: false }]
  for (let at = 0; at < text.length; at = TOKEN.lastIndex) {
    TOKEN.lastIndex = at
    const match = TOKEN.exec(text)
    const segment = segments.at(-1)
    if (!match || !segment) return null
    const [, nowhere, plain, double, single, join] = match
    const word = plain ?? double ?? single
    if (word !== undefined) segment.words.push(placeWord(word, at, plain === undefined ? 2 : 0))
    else if (join !== undefined) segments.push({ words: [], piped: join === '|' })
    else if (nowhere === undefined) return null
  }
  return text.endsWith(' ') || segments.some(({ words }) => words.length === 0) ? null : segments
}

function placeWord(text: string, at: number, quotes: number): Word {
  return { text, dynamic: false, span: [at, at + text.length + quotes] }
}

/** `cd DIR &&` before everything else: the folder of what follows. */
function isCd({ words }: Segment): boolean {
  return (
    words.length === 2 &&
    isBare(words[0]) &&
    words[0]?.text === 'cd' &&
    isBare(words[1]) &&
    /^[^-]/.test(words[1]?.text ?? '')
  )
}

/** `npx tsc`: the program that it runs, with the words of the runner apart. */
function throughNpx({ words, piped }: Segment): Segment & { readonly runner: readonly Word[] } {
  const [runner, program] = words
  const runs =
    runner && isBare(runner) && runner.text === 'npx' && program && isBare(program) && PROGRAMS.has(program.text)
  return runs && !RUNNERS_BY_NPX.test(program.text)
    ? { words: words.slice(1), piped, runner: [runner] }
    : { words, piped, runner: [] }
}

const RUNNERS_BY_NPX = /^(?:npm|pnpm|yarn|bun|deno|node)$/

function isKnown({ words }: Segment): boolean {
  const [program, verb] = words
  if (!program || !isBare(program) || words.some((word) => word.text === 'decisions')) return false
  const runs = Object.hasOwn(RUNS, program.text) ? RUNS[program.text] : undefined
  if (words.some(({ text }) => runs?.test(text))) return false
  if (Object.hasOwn(PLAIN_WORDS, program.text)) {
    return PLAIN_WORDS[program.text]?.(words.slice(1).map(({ text }) => text)) === true
  }
  return PROGRAMS.has(program.text) || (program.text === 'git' && GIT_VERBS.has(verb?.text ?? ''))
}

/** Written without quotes. */
function isBare(word: Word | undefined): boolean {
  return word !== undefined && word.span[1] - word.span[0] === word.text.length
}

type Plain = ReturnType<typeof throughNpx>

function commandOf({ words, piped, runner }: Plain, folder: string): SimpleCommand {
  const span = [(runner[0] ?? words[0])?.span[0] ?? 0, words.at(-1)?.span[1] ?? 0] as const
  const through = runner.length === 0 ? {} : { wrappers: [runner], nesting: ['wrapper'] as const }
  const command = { words, span, piped, folder, assignments: [], redirects: [], stdin: null, nesting: [], wrappers: [] }
  return { ...command, ...through }
}
