import { resolve } from 'node:path'
import type { World } from '../app/world.ts'
import { type ExitCode, exitCodeFor } from '../core/exit-code.ts'
import { printableJson } from '../core/printable.ts'
import type { Group } from './catalogue.ts'
import { type Ending, JsonText } from './define-command.ts'
import { coloursFor, type Page, pageFor, type Terminal } from './page.ts'
import { parseArguments, wantsJson } from './parse-arguments.ts'
import { renderTrouble } from './render/trouble.ts'
import { type Trouble, troubleFrom, UsageMistake } from './trouble.ts'

/** Where the texts go. Nothing else prints. */
export type Streams = {
  out(text: string): void
  err(text: string): void
  /** What standard output is. */
  readonly terminal: Terminal
}

/** Runs one command line to its exit code. The world is opened only for a command that runs. */
export async function main(
  argv: readonly string[],
  streams: Streams,
  openWorld: () => Promise<World>,
  groups: readonly Group[],
): Promise<ExitCode> {
  const page = pageFor(streams.terminal, await coloursFor(streams.terminal))
  try {
    const request = await parseArguments(argv, groups, page)
    if (request.kind === 'show') {
      streams.out(request.text)
      return exitCodeFor('ok')
    }
    const world = await enter(await openWorld(), request.project)
    const ending = await request.command.run(world, request.input)
    streams.out(`${textOf(ending, request.format, page)}\n`)
    return exitCodeFor(ending.outcome)
  } catch (error) {
    return report(troubleFrom(error), wantsJson(argv), streams, page)
  }
}

async function enter(world: World, project: string | null): Promise<World> {
  if (project === null) return world
  const cwd = resolve(world.cwd, project)
  if ((await world.files.kindOf(cwd)) === 'folder') return { ...world, cwd }
  throw new UsageMistake(`no such folder: ${project}`, '--project names an existing folder')
}

function textOf(ending: Ending, format: string, page: Page): string {
  if (format === 'text') return ending.text(page)
  return format === 'json' ? documentOf(ending.json()) : ending.format(format)
}

function documentOf(value: unknown): string {
  return printableJson(value instanceof JsonText ? value.text.trimEnd() : JSON.stringify(value, null, 2))
}

function report(trouble: Trouble, json: boolean, streams: Streams, page: Page): ExitCode {
  if (json) streams.out(`${documentOf(trouble.document ?? { error: { kind: trouble.kind, ...trouble.fault } })}\n`)
  else streams.err(`${renderTrouble(trouble, page)}\n`)
  return exitCodeFor(trouble.outcome)
}
