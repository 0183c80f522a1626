import type { ShellReading, Word } from './simple-command.ts'

/**
 * Programs that run nothing a word names and write no file that a word names, as far as the tables of this folder
 * know. They are what agents call most, and so plainly written that no shell grammar is needed to read them.
 */
const PROGRAMS: ReadonlySet<string> = new Set(
  (
    'ls cat head tail wc pwd echo grep egrep rg ag tree file stat du df which date whoami uname hostname id ps ' +
    'npm pnpm yarn bun deno tsc eslint prettier biome jest vitest mocha playwright cypress vite webpack rollup esbuild ' +
    'python python3 pip pip3 pytest mypy ruff black flake8 tox uv poetry ' +
    'cargo rustc rustfmt go gofmt make cmake ninja ctest gradle mvn dotnet swift mix rspec rubocop bundle rake ' +
    'phpunit composer php jq diff cmp sleep true false'
  ).split(' '),
)
const GIT_VERBS: ReadonlySet<string> = new Set([
  'status',
  'diff',
  'log',
  'show',
  'branch',
  'rev-parse',
  'blame',
  'add',
  'fetch',
])

/** Letters, digits and marks that no shell reads as anything but themselves, in words between single blanks. */
const PLAIN = /^[A-Za-z0-9_./:@%+,][A-Za-z0-9_./:@%+,=-]*(?: [A-Za-z0-9_./:@%+,=-]+)*$/

/**
 * The reading of a text that is one plain call of a well-known program, without the parser; null where it may be
 * anything else. What it answers is what `parseCommandLine` answers, and such a call has no targets.
 */
export function readPlainCommand(text: string): ShellReading | null {
  if (!PLAIN.test(text)) return null
  const words = text.split(' ')
  const [program = '', verb = ''] = words
  if (program.includes('=') || words.includes('decisions')) return null
  if (!PROGRAMS.has(program) && !(program === 'git' && GIT_VERBS.has(verb))) return null
  return { commands: [{ ...NOTHING_ELSE, words: placeWords(words), span: [0, text.length] }], faults: [] }
}

const NOTHING_ELSE = {
  assignments: [],
  redirects: [],
  stdin: null,
  nesting: [],
  wrappers: [],
  folder: '',
  piped: false,
} as const

function placeWords(words: readonly string[]): readonly Word[] {
  let at = 0
  return words.map((text) => {
    const span = [at, at + text.length] as const
    at = span[1] + 1
    return { text, dynamic: false, span }
  })
}
