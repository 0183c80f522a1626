import { type Option, type Options, readOptions } from '../../shell/options.ts'
import type { Word } from '../../shell/simple-command.ts'
import { oncePerCommand } from '../once-per-command.ts'
import type { PolicyCommand, Span } from '../rule.ts'
import { findInterpreter, type Interpreter, type Language } from './languages.ts'

/** What an interpreter is told to run by the command line itself. */
type ProgramCode = {
  readonly language: Language
  readonly text: string
  /** Where its pieces stand; the whole command for a standard input. */
  readonly spans: readonly Span[]
}

type Piece = { readonly text: string; readonly span: Span }

/** The code in the options, the operands or the standard input of an interpreter; null where it runs a file or is none. */
export const programCode = oncePerCommand((command): ProgramCode | null => {
  const interpreter = findInterpreter(command.name)
  if (interpreter === undefined) return null
  const pieces = codePieces(interpreter, command)
  if (pieces.length === 0) return null
  return {
    language: interpreter.language,
    text: pieces.map(({ text }) => text).join('\n'),
    spans: pieces.map(({ span }) => span),
  }
})

function codePieces(interpreter: Interpreter, command: PolicyCommand): readonly Piece[] {
  if (interpreter.next !== undefined) return nextPieces(interpreter.next, command)
  const verb = interpreter.verbs?.includes(command.args[0]?.text ?? '') === true
  if (!verb && interpreter.onlyVerbs) return []
  const { options, operands } = readOptions(withoutRun(interpreter, verb, command.args), interpreter)
  if (verb) return operands.slice(0, 1)
  const modules = valuesOf(options, interpreter.modules ?? [])
  const given = valuesOf(options, interpreter.code)
  const plus = interpreter.language === 'vim' ? operands.filter(({ text }) => text.startsWith('+')) : []
  // `node -p` and its like take the code as an operand.
  const printed = interpreter.language === 'javascript' && options.some(({ name }) => name === '-p') ? operands : []
  const code = [...given, ...plus, ...printed.slice(0, 1)]
  if (code.length > 0) return [...modules, ...code]
  const loaded = valuesOf(options, LOADS[interpreter.language] ?? []).filter(({ text }) => text.startsWith('data:'))
  if (loaded.length > 0) return loaded
  if (hasAny(options, interpreter.files ?? [])) return filePieces(interpreter, { options, operands }, command)
  const rest = interpreter.operand === 'code' ? operands.slice(0, 1) : inputPieces({ options, operands }, command)
  return rest.length === 0 ? [] : [...modules, ...rest]
}

const LOADS: Readonly<Partial<Record<Language, readonly string[]>>> = {
  javascript: ['--import', '-r', '--require', '--loader', '--experimental-loader'],
}

/** Words behind one of the names, or glued to it with `=`; without any the input is code where no script is named. */
function nextPieces(names: readonly string[], command: PolicyCommand): readonly Piece[] {
  const { args } = command
  const given = args.flatMap((word, at) => {
    const glued = names.find((name) => name.startsWith('--') && word.text.startsWith(`${name}=`))
    if (glued !== undefined) return [{ ...word, text: word.text.slice(glued.length + 1) }]
    return names.includes(word.text) ? args.slice(at + 1, at + 2) : []
  })
  if (given.length > 0) return given
  return inputPieces({ options: [], operands: args.filter(({ text }) => !/^-./.test(text)) }, command)
}

/** Files whose content the text shows, the standard input by a name, and the modules that run their words or input. */
function filePieces(
  interpreter: Interpreter,
  { options, operands }: Options<Word>,
  command: PolicyCommand,
): readonly Piece[] {
  const files = valuesOf(options, interpreter.files ?? [])
  const runs = interpreter.runs?.[files.at(-1)?.text ?? '']
  if (runs === 'code') return operands.filter(({ text }) => !/^-./.test(text))
  if (runs === 'input') return inputPieces({ options, operands: [] }, command)
  if (interpreter.language === 'python') return []
  return files.flatMap((file) => inputPieces({ options, operands: [file] }, command))
}

const STDIN = /^(?:-|\/dev\/stdin|\/dev\/fd\/0|\/proc\/self\/fd\/0)$/

/** `deno run -` and `bun run -` read the standard input as `node -` does. */
function withoutRun(interpreter: Interpreter, verb: boolean, args: readonly Word[]): readonly Word[] {
  return verb || (interpreter.language === 'javascript' && args[0]?.text === 'run') ? args.slice(1) : args
}

function valuesOf(options: readonly Option<Word>[], names: readonly string[]): readonly Word[] {
  return options.flatMap(({ name, value }) => (names.includes(name) && value !== null ? [value] : []))
}

function hasAny(options: readonly Option<Word>[], names: readonly string[]): boolean {
  return options.some(({ name }) => names.includes(name))
}

/** The standard input is the program where no script is named. */
function inputPieces({ operands }: Options<Word>, { command }: PolicyCommand): readonly Piece[] {
  const [script] = operands
  if (script?.content !== undefined) return [{ text: script.content, span: script.span }]
  const reads = script === undefined || STDIN.test(script.text)
  return reads && command.stdin !== null ? [{ text: command.stdin, span: command.span }] : []
}
