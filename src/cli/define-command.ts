import type { World } from '../app/world.ts'
import type { Outcome } from '../core/exit-code.ts'
import type { Argument, Option } from './options.ts'
import type { Page } from './page.ts'

type ArgumentValue<A extends Argument> = A extends { kind: 'rest' }
  ? readonly string[]
  : A extends { required: true }
    ? string
    : string | null

type ArgumentValues<A extends Readonly<Record<string, Argument>>> = { readonly [K in keyof A]: ArgumentValue<A[K]> }

type OptionValue<O extends Option> = O extends { kind: 'switch' }
  ? boolean
  : O extends { kind: 'switch-or-text' }
    ? string | true | null
    : O extends { kind: 'list' }
      ? readonly string[]
      : O extends { kind: 'choice'; values: readonly (infer V)[]; required: infer R }
        ? V | (R extends true ? never : null)
        : O extends { kind: 'text'; required: infer R }
          ? string | (R extends true ? never : null)
          : never

type OptionValues<O extends Readonly<Record<string, Option>>> = { readonly [K in keyof O]: OptionValue<O[K]> }

type Arguments = Readonly<Record<string, Argument>>
type Options = Readonly<Record<string, Option>>

/** A JSON document whose text counts, not its value alone: a record whose numbers keep their form. */
export class JsonText {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** One command: what to type, what it runs, how its report reads and how it ends. It decides nothing. */
export type CommandSpec<A extends Arguments, O extends Options, Report> = {
  /** The words after `bylaw`, such as `decisions add`. */
  readonly path: string
  /** One line for the list of commands, lower case. */
  readonly summary: string
  /** Further lines for `--help`. */
  readonly about?: string
  readonly arguments: A
  readonly options: O
  /** Whole command lines for `--help`; each must run. */
  readonly examples: readonly [string, ...string[]]
  run(world: World, input: ArgumentValues<A> & OptionValues<O>): Promise<Report>
  /** Ends without a line break. */
  renderText(report: Report, page: Page): string
  /** What `--json` prints, as a value or a `JsonText`; the report itself where it is left out. */
  toJson?(report: Report): unknown
  /** Further output forms, offered as `--format` beside `text` and `json`. */
  readonly formats?: Readonly<Record<string, (report: Report) => string>>
  exit(report: Report): Outcome
}

/** A command whose types of input and report are closed in. */
export type Command = {
  readonly path: string
  readonly summary: string
  readonly about: string
  readonly arguments: Arguments
  readonly options: Options
  readonly examples: readonly string[]
  readonly formats: readonly string[]
  run(world: World, input: Readonly<Record<string, unknown>>): Promise<Ending>
}

/** A finished command: its texts are made only when asked for. */
export type Ending = {
  readonly outcome: Outcome
  text(page: Page): string
  json(): unknown
  format(name: string): string
}

export function defineCommand<A extends Arguments, O extends Options, Report>(
  spec: CommandSpec<A, O, Report>,
): Command {
  const formats = spec.formats ?? {}
  return {
    path: spec.path,
    summary: spec.summary,
    about: spec.about ?? '',
    arguments: spec.arguments,
    options: spec.options,
    examples: spec.examples,
    formats: Object.keys(formats),
    async run(world, input) {
      // The cast is sound: cli/main builds `input` from the same records, key by key.
      const report = await spec.run(world, input as ArgumentValues<A> & OptionValues<O>)
      return {
        outcome: spec.exit(report),
        text: (page) => spec.renderText(report, page),
        json: () => (spec.toJson ? spec.toJson(report) : report),
        format: (name) => formats[name]?.(report) ?? '',
      }
    },
  }
}
