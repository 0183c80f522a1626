import { CommanderError } from 'commander'
import { buildProgram, type Call, flagName } from './build-program.ts'
import type { Group } from './catalogue.ts'
import type { Command } from './define-command.ts'
import type { Option } from './options.ts'
import type { Page } from './page.ts'
import { splitRest } from './split-rest.ts'
import { UsageMistake } from './trouble.ts'

/** What a command line asks for. */
export type Request =
  /** A help text or the version. */
  | { readonly kind: 'show'; readonly text: string }
  | {
      readonly kind: 'run'
      readonly command: Command
      readonly input: Readonly<Record<string, unknown>>
      readonly project: string | null
      /** `text`, `json`, or one of the command's own forms. */
      readonly format: string
    }

/** Reads a command line. Throws a UsageMistake; prints nothing. Only the named group is loaded. */
export async function parseArguments(argv: readonly string[], groups: readonly Group[], page: Page): Promise<Request> {
  const group = groups.find((each) => each.name === groupWord(argv))
  const commands = group === undefined ? [] : await group.load()
  const named = group === undefined ? null : { group, commands }
  const shown: string[] = []
  const calls: Call[] = []
  const { own, rest } = splitRest(argv, commands)
  const program = buildProgram(groups, named, page, {
    show: (text) => shown.push(text),
    call: (call) => calls.push(call),
  })
  try {
    program.parse([...own], { from: 'user' })
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    if (error.exitCode === 0) return { kind: 'show', text: shown.join('') }
    throw mistakeFrom(error, named, own)
  }
  const call = calls[0]
  if (call === undefined) throw new UsageMistake('a command is missing', 'bylaw --help lists the commands')
  return requestFrom(call, rest, program.opts())
}

function requestFrom(call: Call, rest: readonly string[], globals: Readonly<Record<string, unknown>>): Request {
  const { format: wanted, ...values } = call.values
  const json = globals['json'] === true
  if (json && wanted !== undefined && wanted !== 'json')
    throw new UsageMistake('--json and --format exclude each other', null)
  const words = Object.entries(call.command.arguments).map(([key, { kind }], index) => [
    key,
    kind === 'rest' ? rest : (call.words[index] ?? null),
  ])
  const options = Object.entries(call.command.options).map(([key, option]) => [
    key,
    values[key] ?? absent(key, option, call.command),
  ])
  return {
    kind: 'run',
    command: call.command,
    input: Object.fromEntries([...words, ...options]),
    project: typeof globals['project'] === 'string' ? globals['project'] : null,
    format: json ? 'json' : typeof wanted === 'string' ? wanted : 'text',
  }
}

/** Required options are looked at last: a misspelt one is better told by its name. */
function absent(key: string, option: Option, command: Command): unknown {
  if (option.kind === 'switch') return false
  if (option.kind === 'list') return []
  if (option.kind === 'switch-or-text' || !option.required) return null
  throw new UsageMistake(`the option ${flagName(key)} is missing`, `bylaw ${command.path} --help`)
}

/** Whether the answer is to be JSON, also where the command line cannot be read. */
export function wantsJson(argv: readonly string[]): boolean {
  const end = argv.indexOf('--')
  const seen = end === -1 ? argv : argv.slice(0, end)
  return (
    seen.includes('--json') ||
    seen.includes('--format=json') ||
    seen.some((word, at) => word === '--format' && seen[at + 1] === 'json')
  )
}

/** The first word that is no global option; `help` stands before the word it is about. */
function groupWord(argv: readonly string[]): string | undefined {
  const words = [...argv]
  while (words.length > 0) {
    const word = words.shift()
    if (word === '-C' || word === '--project') words.shift()
    else if (word !== undefined && !word.startsWith('-') && word !== 'help') return word
  }
  return undefined
}

type Named = { readonly group: Group; readonly commands: readonly Command[] } | null

function mistakeFrom(error: CommanderError, named: Named, argv: readonly string[]): UsageMistake {
  const help = `bylaw ${helpPath(named, argv)}--help`
  if (error.code === 'commander.help') {
    return new UsageMistake(
      named === null ? 'a command is missing' : `a verb is missing after ${named.group.name}`,
      help,
    )
  }
  const message = error.message.replace(/^error: /, '')
  const guess = /\s*\(Did you mean (?:one of )?([^?]+)\?\)/.exec(message)
  if (guess === null) return new UsageMistake(message.replace(/\.$/, ''), help)
  return new UsageMistake(message.replace(guess[0], ''), `did you mean ${guess[1]}? (${help})`)
}

/** The command that was meant, as far as its words were right. */
function helpPath(named: Named, argv: readonly string[]): string {
  if (named === null) return ''
  const typed = argv
    .slice(argv.indexOf(named.group.name))
    .filter((word) => !word.startsWith('-'))
    .slice(0, 2)
  const command = named.commands.find(({ path }) => path === typed.join(' '))
  return `${command?.path ?? named.group.name} `
}
