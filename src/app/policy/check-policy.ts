import { Refusal } from '../../core/fault.ts'
import { classifyCommand } from '../../core/policy/classify-command.ts'
import type { PolicyVerdict } from '../../core/policy/classify-reading.ts'
import type { PolicyLevel } from '../../core/policy/rule.ts'
import { splitCommands } from '../../core/policy/split-commands.ts'
import type { World } from '../world.ts'
import { judgeCommand } from './judge-command.ts'
import { type AppliedPolicy, readPolicy } from './read-policy.ts'

export type PolicyMode = 'audit' | 'enforce'

/** One command of a file is known by its first line, counted from 1. */
export type CheckedCommand = PolicyVerdict & { readonly line: number }

export type PolicyCheck = {
  readonly kind: 'policy-check'
  readonly mode: PolicyMode
  readonly applied: AppliedPolicy
  readonly source: 'command' | 'file'
  readonly commands: readonly CheckedCommand[]
  /** The strictest answer. */
  readonly action: PolicyLevel
}

export type PolicyCheckInput = {
  readonly mode: PolicyMode
  readonly command: string | null
  /** A path, or `-` for standard input. */
  readonly file: string | null
  readonly policy: string | null
}

/** Judges one command line, or every command of a file. Nothing is run and nothing is written. */
export async function checkPolicy(world: World, input: PolicyCheckInput): Promise<PolicyCheck> {
  const texts = await readCommands(world, input)
  const applied = await readPolicy(world.sessionTools, world.cwd, input.policy)
  const commands = await judgeAll(world, applied, texts)
  const { mode } = input
  const source = input.command === null ? 'file' : 'command'
  return { kind: 'policy-check', mode, applied, source, commands, action: strictest(commands) }
}

type NumberedText = { readonly text: string; readonly line: number }

async function readCommands(world: World, { command, file }: PolicyCheckInput): Promise<readonly NumberedText[]> {
  if (command !== null) return [{ text: command, line: 1 }]
  if (file === null) throw new Refusal({ code: 'usage/no-command', message: 'neither --command nor --file was given' })
  const text = file === '-' ? await world.readInput() : await world.files.readText(absolute(world.cwd, file))
  if (text === null) throw new Refusal({ code: 'usage/no-file', message: `there is no file ${file}` })
  return splitCommands(text)
}

function absolute(folder: string, path: string): string {
  return path.startsWith('/') ? path : `${folder}/${path}`
}

/** Logs are only read where something is to be permitted: most commands are allowed as they are. */
async function judgeAll(
  world: World,
  applied: AppliedPolicy,
  texts: readonly NumberedText[],
): Promise<readonly CheckedCommand[]> {
  const folder = world.cwd
  const plain = texts.map(({ text, line }) => ({
    ...judgeCommand(world.sessionTools, {
      classify: (input) => classifyCommand(text, input),
      folder,
      applied,
      permits: [],
      project: null,
    }),
    line,
    given: text,
  }))
  if (plain.every(({ action }) => action === 'ALLOW') || !(await mayPermit(world))) return plain.map(withoutGiven)
  const { permittingLogs } = await import('./granted-permits.ts')
  const logs = await permittingLogs(world)
  if (logs.every(({ permits }) => permits.length === 0)) return plain.map(withoutGiven)
  return plain.map((verdict) => {
    if (verdict.action === 'ALLOW') return withoutGiven(verdict)
    const answers = logs.map(({ project, permits }) =>
      judgeCommand(world.sessionTools, {
        classify: (input) => classifyCommand(verdict.given, input),
        folder,
        applied,
        permits,
        project,
      }),
    )
    return { ...stricterOf(answers, verdict), line: verdict.line }
  })
}

/** A look at the bytes first: a log without the word grants nothing, and reading logs takes longer than the answer. */
async function mayPermit(world: World): Promise<boolean> {
  const projects = await world.logs.find(world.cwd)
  const logs = await Promise.all(projects.map((project) => world.logs.read(project)))
  return logs.some((log) => log?.files.some(({ text }) => text.includes('"permit"')))
}

function withoutGiven({ given: _, ...verdict }: CheckedCommand & { readonly given: string }): CheckedCommand {
  return verdict
}

const ORDER: readonly PolicyLevel[] = ['ALLOW', 'MANUAL', 'BLOCK']

function stricterOf(answers: readonly PolicyVerdict[], otherwise: PolicyVerdict): PolicyVerdict {
  const [first, ...rest] = answers
  if (first === undefined) return otherwise
  return rest.reduce((worst, next) => (ORDER.indexOf(next.action) > ORDER.indexOf(worst.action) ? next : worst), first)
}

function strictest(commands: readonly PolicyVerdict[]): PolicyLevel {
  return ORDER.findLast((level) => commands.some(({ action }) => action === level)) ?? 'ALLOW'
}
