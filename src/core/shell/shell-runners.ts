import { baseName } from './base-name.ts'
import { descriptorOf } from './descriptors.ts'
import type { Run } from './inner-run.ts'
import { optionValue, readOptions } from './options.ts'
import { readWrapper, textPart } from './read-wrapper.ts'
import type { Call } from './reader.ts'
import { type Field, globValue } from './text-marks.ts'

/** Long options that take a word. */
const VALUE_OPTIONS: readonly string[] = ['rcfile', 'init-file', 'emulate', 'config', 'env-config', 'rc']
/** Long options that bash takes with one dash too, where they must not be read as letters. */
const ONE_DASH =
  /^(?:rcfile|init-file|norc|noprofile|login|posix|restricted|verbose|noediting|debug|debugger|pretty-print)$/
const NO_RUN_OPTIONS: readonly string[] = ['help', 'version', 'dump-strings', 'dump-po-strings']
/** Long options whose value is a text (`nu`, `elvish`). */
const TEXT_OPTIONS: readonly string[] = ['command', 'commands', 'execute']
/** Shells that take the name behind `-o` in the same word. */
const GLUED_O = /^(?:zsh|ksh|mksh|ksh93)$/

type ShellWords = {
  readonly runs: boolean
  readonly text: boolean
  readonly stdin: boolean
  readonly operands: readonly Field[]
  /** Texts given as values of options. */
  readonly texts: readonly Field[]
}

/** `bash -c TEXT name args…`, or a script on a known standard input. The shell is a command of its own beside that. */
export function readShell(call: Call): Run | undefined {
  const name = baseName(call.fields[0]?.text ?? '').toLowerCase()
  const words = readShellWords(call.fields.slice(1), GLUED_O.test(name))
  const [first, ...rest] = words.operands
  if (!words.runs) return undefined
  if (words.texts.length > 0) return { self: true, parts: words.texts.map((text) => textPart(text)) }
  if (words.text) {
    if (first === undefined) return undefined
    const positional = (rest.length === 0 ? [call.fields[0] ?? first] : rest).map(globValue)
    const part = {
      kind: 'text',
      nesting: 'shell-c',
      text: first.text,
      span: first.span,
      sameShell: false,
      positional,
      ...zshFault(name, first.text),
    } as const
    return { self: true, parts: [part] }
  }
  const fromStdin = words.stdin || first === undefined || descriptorOf(first.text) === 0
  if (call.stdin === null || !fromStdin) return undefined
  const positional = [call.fields[0] ?? first, ...(words.stdin ? words.operands : rest)].map((field) =>
    field === undefined ? '' : globValue(field),
  )
  const part = {
    kind: 'text',
    nesting: 'heredoc-to-shell',
    text: call.stdin,
    span: call.span,
    sameShell: false,
    positional,
    ...zshFault(name, call.stdin),
  } as const
  return { self: true, parts: [part] }
}

/** Options of a shell stand in front; `-o` and `+O` take a word each, also in the middle of a cluster (`-euxo pipefail`). */
function readShellWords(words: readonly Field[], glued: boolean): ShellWords {
  let runs = true
  let text = false
  let stdin = false
  const texts: Field[] = []
  for (let at = 0; at < words.length; at += 1) {
    const option = words[at]?.text ?? ''
    if (option === '-' || option === '--') return { runs, text, stdin, texts, operands: words.slice(at + 1) }
    if (!/^[-+]./.test(option)) return { runs, text, stdin, texts, operands: words.slice(at) }
    const long = readLongOption(words, at)
    if (long !== null) {
      at += long.taken
      texts.push(...long.texts)
      runs &&= long.runs
      continue
    }
    if (option.startsWith('--')) continue
    const letters = glued ? option.replace(/o[\s\S]+/, '') : option
    // `+c` is taken for `-c`.
    text ||= letters.includes('c')
    stdin ||= letters.startsWith('-') && letters.includes('s')
    runs &&= !(letters.startsWith('-') && letters.includes('n'))
    at += [...letters].filter((letter) => letter === 'o' || letter === 'O').length
  }
  return { runs, text, stdin, texts, operands: [] }
}

type LongOption = { readonly taken: number; readonly texts: readonly Field[]; readonly runs: boolean }

function readLongOption(words: readonly Field[], at: number): LongOption | null {
  const word = words[at]
  const [, dashes = '', name = '', equals = ''] = /^(-{1,2})([a-z][a-z-]*)(=?)/.exec(word?.text ?? '') ?? []
  const isLetters = dashes === '-' && !ONE_DASH.test(name) && !NO_RUN_OPTIONS.includes(name)
  if (word === undefined || name === '' || isLetters) return null
  const given = equals === '' ? words[at + 1] : { ...word, text: word.text.slice(dashes.length + name.length + 1) }
  const taken = equals === '' ? 1 : 0
  if (VALUE_OPTIONS.includes(name)) return { taken, texts: [], runs: true }
  if (NO_RUN_OPTIONS.includes(name)) return { taken: 0, texts: [], runs: false }
  const isText = TEXT_OPTIONS.includes(name) && given !== undefined
  return isText ? { taken, texts: [given], runs: true } : { taken: 0, texts: [], runs: true }
}

/** `eval` puts its words together and runs them in the same shell. */
export function readEval(call: Call): Run | undefined {
  const rest = call.fields.slice(call.fields[1]?.text === '--' ? 2 : 1)
  const [first] = rest
  const last = rest[rest.length - 1]
  if (first === undefined || last === undefined) return undefined
  const text = rest.map((field) => field.text).join(' ')
  const span = [first.span[0], last.span[1]] as const
  return {
    self: true,
    parts: [{ kind: 'text', nesting: 'eval', text, span, sameShell: call.inShell, positional: null }],
  }
}

/** `runuser -u USER COMMAND`, or the form of `su`. */
export function readRunUser(call: Call): Run | undefined {
  const spec = { values: 'cgGsuw', long: ['command', 'session-command', 'group', 'supp-group', 'shell', 'user'] }
  const { options } = readOptions(call.fields.slice(1), spec)
  const text = ['-c', '--command', '--session-command']
  if (optionValue(options, '-u', '--user') !== null) return readWrapper({ ...spec, text }, call)
  return readWrapper({ ...spec, text, mixed: true, operands: 'only-text', shell: true }, call)
}

/** `fish -C TEXT` runs a text before anything else, whatever follows. */
export function readFish(call: Call): Run | undefined {
  const { options, operands } = readOptions(call.fields.slice(1), {
    values: 'cCdfop',
    long: ['command', 'init-command', 'debug', 'debug-output', 'features', 'profile', 'profile-startup'],
  })
  const names = ['-c', '-C', '--command', '--init-command']
  const texts = options.flatMap(({ name, value }) => (value !== null && names.includes(name) ? [value] : []))
  if (texts.length > 0) return { self: true, parts: texts.map((field) => textPart(field)) }
  return operands.length === 0 ? readShell({ ...call, fields: call.fields.slice(0, 1) }) : undefined
}

/** The files that a shell reads first (`--rcfile`). */
export function startFiles({ fields }: Call): readonly Field[] {
  return fields.flatMap((field, at) => {
    const match = /^--?(?:rcfile|init-file)(?:=(.+))?$/.exec(field.text)
    const given = match === null ? undefined : match[1] === undefined ? fields[at + 1] : { ...field, text: match[1] }
    return given === undefined ? [] : [given]
  })
}

/** What `zsh` understands and this reading does not. */
const ZSH_ONLY =
  /\$=|(?:^|[\s;&|({])=\w|\brepeat\s|\b(?:precmd|preexec|chpwd|periodic|zshexit|zshaddhistory|TRAP[A-Z]{3,9})\b|_functions\b/

function zshFault(name: string, text: string): { readonly fault?: string } {
  return name === 'zsh' && ZSH_ONLY.test(text) ? { fault: 'the command holds syntax of zsh that is not read' } : {}
}

/** The script file that a shell is given, and its words; null where it takes a text or its standard input. */
export function scriptFields(call: Call): readonly Field[] | null {
  const name = baseName(call.fields[0]?.text ?? '').toLowerCase()
  const { runs, text, stdin, texts, operands } = readShellWords(call.fields.slice(1), GLUED_O.test(name))
  return !runs || text || stdin || texts.length > 0 || operands.length === 0 ? null : operands
}

const SHELLS = /^(?:sh|bash|zsh|dash|ksh|ksh93|mksh|ash|rbash)$/

export function isShellName(name: string): boolean {
  return SHELLS.test(name)
}
