import { flagName } from './build-program.ts'
import type { Command } from './define-command.ts'

/** A command line without the rest that its command takes, and that rest. */
export type SplitLine = { readonly own: readonly string[]; readonly rest: readonly string[] }

/** Global options that take a value; the others are switches. */
const GLOBAL_VALUES: ReadonlySet<string> = new Set(['-C', '--project'])

/**
 * Takes off the words of another program that a command ends with, so that nobody reads them as ours: all behind the
 * first `--`, else from the first word on that is no option of ours nor the value of one.
 */
export function splitRest(argv: readonly string[], commands: readonly Command[]): SplitLine {
  const found = findCommand(argv, commands)
  if (found === null) return { own: argv, rest: [] }
  const values = valueOptions(found.command)
  for (let at = found.at; at < argv.length; at += 1) {
    const word = argv[at] as string // in range
    if (word === '--') return { own: argv.slice(0, at), rest: argv.slice(at + 1) }
    if (!word.startsWith('-')) return { own: argv.slice(0, at), rest: argv.slice(at) }
    if (values.has(word)) at += 1
  }
  return { own: argv, rest: [] }
}

/** The command with a rest that is named, and where its path ends. */
function findCommand(argv: readonly string[], commands: readonly Command[]) {
  const words: string[] = []
  for (let at = 0; at < argv.length; at += 1) {
    const word = argv[at] as string // in range
    if (word === '--') return null
    if (GLOBAL_VALUES.has(word)) at += 1
    else if (!word.startsWith('-')) words.push(word)
    const path = words.join(' ')
    const command = commands.find((each) => each.path === path && hasRest(each))
    if (command !== undefined) return { command, at: at + 1 }
  }
  return null
}

function hasRest(command: Command): boolean {
  return Object.values(command.arguments).some(({ kind }) => kind === 'rest')
}

function valueOptions(command: Command): ReadonlySet<string> {
  const own = Object.entries(command.options).filter(
    ([, option]) => option.kind !== 'switch' && option.kind !== 'switch-or-text',
  )
  return new Set([...GLOBAL_VALUES, '--format', ...own.map(([key]) => flagName(key))])
}
