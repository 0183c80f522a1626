import type { SimpleCommand } from '../shell/simple-command.ts'

/** Programs in whose plain calls no rule finds anything, whatever their words are. */
export const QUIET_PROGRAMS: ReadonlySet<string> = new Set(
  (
    'ls cat head tail wc pwd echo grep egrep rg ag tree file stat du df which date whoami uname hostname id ps cd ' +
    'tsc eslint prettier biome jest vitest mocha playwright cypress vite webpack rollup esbuild ' +
    'pytest mypy ruff black flake8 rustc rustfmt gofmt make cmake ninja ctest rspec rubocop jq diff cmp sleep true false ' +
    'sed sort find cut tr nl tac column basename dirname realpath readlink md5sum sha1sum sha256sum shasum seq'
  ).split(' '),
)

/** Modules behind `-m`; what a script is called may matter (`manage.py flush`). */
const MODULES = /^-m$/
const QUIET_MODULES = /^(?:pytest|unittest|pip|build|venv|mypy|black|ruff|flake8|isort|coverage|compileall|json\.tool)$/

/** The same for programs that also do other things: only with these verbs. */
const VERBS: Readonly<Record<string, RegExp>> = {
  npm: /^(?:test|t|run|ci|install|i|ls|list|outdated|audit|view|why|start|root|prefix)$/,
  pnpm: /^(?:test|run|install|i|list|outdated|why|build|lint)$/,
  yarn: /^(?:test|run|install|list|outdated|why|build|lint)$/,
  cargo: /^(?:build|test|check|fmt|clippy|run|tree|doc|bench)$/,
  go: /^(?:build|test|vet|fmt|mod|list|env|version)$/,
  python: MODULES,
  python3: MODULES,
  git: /^(?:status|diff|log|show|rev-parse|blame|add|fetch|commit)$/,
}

/**
 * A light look before the rule table: true where surely no built-in rule finds anything in a command that was read
 * without the parser. A test holds the table to it.
 */
export function isQuietCommand({ words, piped, redirects }: SimpleCommand): boolean {
  const [program, verb] = words
  if (program === undefined || redirects.length > 0 || words.some(isOdd)) return false
  if (QUIET_PROGRAMS.has(program.text)) return !(program.text === 'cmake' && verb?.text === '-E')
  if (program.text === 'node') return verb !== undefined && !verb.text.startsWith('-')
  if (verb?.text === '-m' && !QUIET_MODULES.test(words[2]?.text ?? '')) return false
  if (piped || verb === undefined || !Object.hasOwn(VERBS, program.text)) return false
  return VERBS[program.text]?.test(verb.text) === true
}

/** Characters that may deceive, a path that rules may know. */
function isOdd({ text }: { readonly text: string }): boolean {
  return /[^\x20-\x7e]|^\/dev\//.test(text)
}
