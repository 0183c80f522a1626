import { Option as Flag, InvalidArgumentError, Command as Program } from 'commander'
import { nearMatches } from '../core/near-matches.ts'
import type { Group } from './catalogue.ts'
import type { Command } from './define-command.ts'
import type { Option } from './options.ts'
import type { Page } from './page.ts'
import { VERSION } from './version.ts'

/** A command that was named, with the values that were typed for it. */
export type Call = {
  readonly command: Command
  readonly values: Readonly<Record<string, unknown>>
  readonly words: readonly string[]
}

type Hooks = { show(text: string): void; call(call: Call): void }

/** The whole command line as commander knows it; of `named` also the commands, of the other groups only the names. */
export function buildProgram(
  groups: readonly Group[],
  named: { readonly group: Group; readonly commands: readonly Command[] } | null,
  page: Page,
  hooks: Hooks,
): Program {
  const program = new Program('bylaw')
  program
    .description('Binds coding agents to what was decided, and lets work advance only on evidence.')
    .version(VERSION, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print help, with an example')
    .option('--json', 'print one JSON document')
    .option('-C, --project <folder>', 'work as if started in that folder')
    .exitOverride()
    .configureHelp({ showGlobalOptions: true, sortSubcommands: false, minWidthToWrap: 20 })
    .configureOutput({
      writeOut: hooks.show,
      writeErr: () => undefined,
      getOutHelpWidth: () => page.width,
      getOutHasColors: () => false,
    })
    .addHelpText(
      'after',
      '\nExit codes: 0 ok, 1 warnings or something to do, 2 failure or refusal,\n3 usage or internal error.',
    )
  for (const group of groups) {
    if (group !== named?.group) program.command(group.name).summary(group.summary)
    else addGroup(program, group, named.commands, hooks)
  }
  return program
}

function addGroup(program: Program, group: Group, commands: readonly Command[], hooks: Hooks): void {
  const only = commands[0]
  if (commands.length === 1 && only?.path === group.name) {
    addCommand(program.command(group.name), only, hooks)
    return
  }
  const parent = program.command(group.name).summary(group.summary).description(group.summary)
  const verbs = commands.filter((command) => command !== only || command.path !== group.name)
  if (verbs.length < commands.length && only !== undefined) addCommand(ownsOptions(parent), only, hooks)
  for (const command of verbs) addCommand(parent.command(command.path.slice(group.name.length + 1)), command, hooks)
}

/** A group that is a command itself, its first one: what stands behind a verb is the verb's. */
function ownsOptions(parent: Program): Program {
  return parent.enablePositionalOptions().hook('preSubcommand', () => {
    const [stray] = Object.keys(parent.opts())
    if (stray !== undefined) throw new InvalidArgumentError(`${flagName(stray)} must stand behind the verb.`)
  })
}

function addCommand(target: Program, command: Command, hooks: Hooks): void {
  target
    .summary(command.summary)
    .description([command.summary, command.about].filter((part) => part !== '').join('\n\n'))
  for (const argument of Object.values(command.arguments)) {
    // A rest never comes here: it was taken off before. This is for the help.
    if (argument.kind === 'rest') target.argument(`[${argument.value}...]`, argument.summary)
    else target.argument(argument.required ? `<${argument.value}>` : `[${argument.value}]`, argument.summary)
  }
  for (const [key, option] of Object.entries(command.options)) target.addOption(flagFor(key, option))
  if (command.formats.length > 0) {
    target.addOption(
      flagFor('format', {
        kind: 'choice',
        values: ['text', 'json', ...command.formats],
        summary: 'form of the output',
        required: false,
      }),
    )
  }
  target.addHelpText('after', ['', 'Examples:', ...command.examples.map((example) => `  ${example}`)].join('\n'))
  target.action((...parameters: unknown[]) => {
    // Commander passes the arguments, then the options, then the command itself.
    hooks.call({
      command,
      values: target.opts(),
      words: parameters.slice(0, -2).filter((word) => typeof word === 'string'),
    })
  })
}

/** What is typed for the key of an option. */
export function flagName(key: string): string {
  return `--${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
}

function flagFor(key: string, option: Option): Flag {
  const name = flagName(key)
  if (option.kind === 'switch') return new Flag(name, option.summary)
  if (option.kind === 'switch-or-text') return new Flag(`${name} [${option.value}]`, option.summary).argParser(once)
  const value = option.kind === 'choice' ? 'NAME' : option.value
  const flag = new Flag(`${name} <${value}>`, [option.summary, ...notesOn(option)].join(' '))
  if (option.kind === 'list') return flag.argParser(collect)
  return flag.argParser(option.kind === 'choice' ? oneOf(option.values) : once)
}

function notesOn(option: Exclude<Option, { kind: 'switch' | 'switch-or-text' }>): readonly string[] {
  return [
    ...(option.kind === 'choice' ? [`(${option.values.join(', ')})`] : []),
    ...(option.kind !== 'list' && option.required ? ['(required)'] : []),
    ...(option.kind === 'list' ? ['(may be repeated)'] : []),
  ]
}

function collect(value: string, before: readonly string[] | undefined): readonly string[] {
  return [...(before ?? []), value]
}

function once(value: string, before: unknown): string {
  if (before !== undefined) throw new InvalidArgumentError('It is given twice.')
  return value
}

function oneOf(values: readonly string[]): (value: string, before: unknown) => string {
  return (value, before) => {
    if (values.includes(value)) return once(value, before)
    const near = nearMatches(value, values)
    throw new InvalidArgumentError(
      near[0] === undefined ? `It is one of ${values.join(', ')}.` : `(Did you mean ${near[0]}?)`,
    )
  }
}
