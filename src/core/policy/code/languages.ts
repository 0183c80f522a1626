import type { OptionSpec } from '../../shell/options.ts'

export type Language =
  | 'python'
  | 'javascript'
  | 'ruby'
  | 'perl'
  | 'php'
  | 'lua'
  | 'r'
  | 'tcl'
  | 'julia'
  | 'beam'
  | 'jvm'
  | 'raku'
  | 'lisp'
  | 'applescript'
  | 'awk'
  | 'sed'
  | 'vim'

/** How an interpreter is given code on its command line. */
export type Interpreter = OptionSpec & {
  readonly language: Language
  /** Options whose value is code. */
  readonly code: readonly string[]
  /** Options that name modules to load: they count as code. */
  readonly modules?: readonly string[]
  /** Options with which neither the operands nor the standard input are code. */
  readonly files?: readonly string[]
  /** `code`: the first operand is code unless an option gave some. `script`: it is a file, and without one the input is code. */
  readonly operand: 'code' | 'script'
  /** A word before the options that makes the first operand code (`deno eval`, `rails runner`). */
  readonly verbs?: readonly string[]
  /** Words, wherever they stand, whose next word is code; the other fields are not looked at then. */
  readonly next?: readonly string[]
  /** Modules behind `-m` whose operands (`code`) or standard input (`input`) are code. */
  readonly runs?: Readonly<Record<string, 'code' | 'input'>>
  /** Without the verb it runs no code at all. */
  readonly onlyVerbs?: true
}

const NODE: Interpreter = {
  language: 'javascript',
  code: ['-e', '-p', '--eval', '--print'],
  operand: 'script',
  values: 'erC',
  long: ['eval', 'print', 'require', 'import', 'loader', 'experimental-loader', 'env-file', 'conditions'],
}

const PYTHON: Interpreter = {
  language: 'python',
  code: ['-c'],
  files: ['-m'],
  operand: 'script',
  values: 'cmWXQ',
  long: ['check-hash-based-pycs'],
  runs: { timeit: 'code', code: 'input', asyncio: 'input' },
}

const AWK: Interpreter = {
  language: 'awk',
  code: ['-e', '--source'],
  files: ['-f', '-E', '--file', '--exec'],
  operand: 'code',
  values: 'FvfeEliW',
  long: ['source', 'file', 'exec', 'assign', 'field-separator', 'include', 'load'],
}

const VIM: Interpreter = {
  language: 'vim',
  code: ['-c', '--cmd'],
  operand: 'script',
  values: 'cSuiTtw',
  long: ['cmd'],
}

function next(language: Language, ...words: readonly string[]): Interpreter {
  return { language, code: [], operand: 'script', next: words }
}

function named(names: string, interpreter: Interpreter): readonly (readonly [string, Interpreter])[] {
  return names.split(' ').map((name) => [name, interpreter])
}

/** The flat table of interpreters: one row per family of programs. */
const INTERPRETERS: ReadonlyMap<string, Interpreter> = new Map([
  ...named('python pypy ipython py', PYTHON),
  ...named('node nodejs ts-node tsx esno ts-node-esm', NODE),
  ...named('bun', NODE),
  ...named('deno', { ...NODE, code: [], verbs: ['eval'], values: 'cL', long: ['config', 'import-map', 'ext'] }),
  ...named('ruby jruby', {
    language: 'ruby',
    code: ['-e'],
    modules: ['-r'],
    operand: 'script',
    values: 'erICE',
    glued: 'iFKTWx0',
  }),
  ...named('rails', {
    language: 'ruby',
    code: [],
    operand: 'script',
    verbs: ['runner', 'r'],
    onlyVerbs: true,
    values: 'e',
  }),
  ...named('perl', {
    language: 'perl',
    code: ['-e', '-E'],
    modules: ['-M', '-m'],
    operand: 'script',
    values: 'eEI',
    glued: 'iMmxFDdVC',
  }),
  ...named('php', {
    language: 'php',
    code: ['-r', '-B', '-R', '-E', '--run', '--process-begin', '--process-code', '--process-end'],
    files: ['-f', '-F', '-S', '--file', '--server'],
    operand: 'script',
    values: 'rBREcdfFSgtz',
    long: ['run', 'process-begin', 'process-code', 'process-end', 'file', 'server', 'define', 'php-ini', 'docroot'],
  }),
  ...named('lua luajit texlua', { language: 'lua', code: ['-e'], modules: ['-l'], operand: 'script', values: 'el' }),
  ...named('rscript littler', { language: 'r', code: ['-e'], operand: 'script', values: 'e' }),
  ...named('r', next('r', '-e')),
  ...named('tclsh wish', next('tcl')),
  ...named('julia', next('julia', '-e', '-E', '--eval', '--print')),
  ...named('elixir iex', next('beam', '-e', '--eval', '--rpc-eval')),
  ...named('erl', next('beam', '-eval')),
  ...named('groovy scala kotlin', next('jvm', '-e', '-expression')),
  ...named('jshell', next('jvm')),
  ...named('raku rakudo perl6', next('raku', '-e')),
  ...named('guile racket', next('lisp', '-c', '-e', '--eval')),
  ...named('clojure clj bb', next('lisp', '-e', '--eval')),
  ...named('emacs xemacs', next('lisp', '--eval', '-eval', '--execute', '-execute')),
  ...named('emacsclient', next('lisp', '-e', '--eval', '-eval')),
  ...named('sbcl', next('lisp', '--eval')),
  ...named('osascript', { language: 'applescript', code: ['-e'], operand: 'script', values: 'els' }),
  ...named('awk gawk mawk nawk', AWK),
  ...named('sed gsed', {
    language: 'sed',
    code: ['-e', '--expression'],
    files: ['-f', '--file'],
    operand: 'code',
    values: 'efl',
    glued: 'i',
    long: ['expression', 'file', 'line-length'],
    mixed: true,
  }),
  ...named('vim vi nvim ex', VIM),
])

/** By the name of its program, whose end may be a version (`python3.12`). */
export function findInterpreter(name: string): Interpreter | undefined {
  return INTERPRETERS.get(name) ?? INTERPRETERS.get(name.replace(/-?\d[\d.]*$/, ''))
}
