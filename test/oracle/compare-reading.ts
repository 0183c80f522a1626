import { resolve } from 'node:path/posix'
import type { ShellReading, SimpleCommand } from '../../src/core/shell/simple-command.ts'
import { isAll, matchesWords, type Places } from './match-words.ts'
import type { RanCommand } from './run-in-bash.ts'
import { RECORDED } from './stubs.ts'

export type Comparison = {
  /** What ran and was not read. */
  readonly missing: readonly RanCommand[]
  /** What was read and did not run: right where the line has a branch. */
  readonly extra: readonly SimpleCommand[]
  /** What ran and is only covered by a command that may be anything. */
  readonly covered: readonly RanCommand[]
}

/** Every command that ran should be among those that were read. */
export function compareReading(ran: readonly RanCommand[], reading: ShellReading, places: Places): Comparison {
  const { commands } = reading
  const unread = ran.filter((call) => !commands.some((command) => isCall(command, call, places)))
  const anything = commands.some(runsAnything)
  return {
    missing: anything ? [] : unread,
    covered: anything ? unread : [],
    extra: commands.filter((command) => isRecorded(command) && !ran.some((call) => isCall(command, call, places))),
  }
}

/** The command word is not known, or a shell reads what the text does not say: a caller that must be sure takes neither for safe. */
function runsAnything({ words: [first], feed }: SimpleCommand): boolean {
  if (first === undefined) return false
  return isAll(first) || (feed !== undefined && /^(?:ba|da)?sh$/.test(baseName(first.text)))
}

function isRecorded({ words: [first] }: SimpleCommand): boolean {
  return first !== undefined && !first.dynamic && RECORDED.has(baseName(first.text))
}

/** The call is the command itself, or one of the wrappers that were looked through. */
function isCall(command: SimpleCommand, call: RanCommand, places: Places): boolean {
  if (isWrapper(command, call, places)) return true
  const [first, ...args] = command.words
  if (first === undefined || isAll(first) || !isNamed(first, call.name, places)) return false
  return isIn(command, call, places) && matchesWords(args, call.args, places)
}

function isNamed(word: SimpleCommand['words'][number], name: string, places: Places): boolean {
  return matchesWords([{ ...word, text: baseName(word.text) }], [name], places)
}

/** Only its own words are compared: those behind them are the command's. */
function isWrapper({ wrappers }: SimpleCommand, { name, args }: RanCommand, places: Places): boolean {
  return wrappers.some(([first, ...own]) => {
    if (first === undefined || !isNamed(first, name, places)) return false
    // What `env -S` splits stands among its words.
    if (name === 'env' && args.some((arg) => /^-\w*S|^--split/.test(arg))) return true
    return args.some((_, at) => matchesWords(own, args.slice(0, at), places)) || matchesWords(own, args, places)
  })
}

/** A folder that the reader does not know is no disagreement. */
function isIn({ folder }: SimpleCommand, call: RanCommand, { home, work }: Places): boolean {
  if (folder === null) return true
  return resolve(work, folder.replace(/^~(?=\/|$)/, home)) === call.folder
}

function baseName(text: string): string {
  return text.slice(text.lastIndexOf('/') + 1)
}
