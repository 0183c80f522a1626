import { Refusal } from '../../core/fault.ts'
import { classifyCommand } from '../../core/policy/classify-command.ts'
import type { PolicyVerdict } from '../../core/policy/classify-reading.ts'
import type { Branches, PolicyLevel } from '../../core/policy/rule.ts'
import { splitCommands } from '../../core/policy/split-commands.ts'
import { stripText } from '../../core/policy/strip-text.ts'
import { uncalledFunctions } from '../../core/policy/uncalled-functions.ts'
import type { World } from '../world.ts'
import type { PermittingLog } from './granted-permits.ts'
import { judgeCommand } from './judge-command.ts'
import type { PolicyWorld } from './policy-world.ts'
import { type AppliedPolicy, readNamedPolicy, readPolicy } from './read-policy.ts'

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
  const applied = await policyFor(world, input.policy)
  const { mode } = input
  const source = input.command === null ? 'file' : 'command'
  const commands = await judgeAll(world, applied, source === 'file' ? texts.map(withCalls) : texts)
  return { kind: 'policy-check', mode, applied, source, commands, action: strictest(commands) }
}

/** The policy that applies where the command line stands, or the one that was named. */
export async function policyFor(world: World, named: string | null): Promise<AppliedPolicy> {
  if (named !== null) return readNamedPolicy(world.sessionTools, world.cwd, named)
  return readPolicy(world.sessionTools, { folder: world.cwd, projects: await world.logs.find(world.cwd) })
}

type NumberedText = {
  readonly text: string
  readonly line: number
  /** What is judged in its place; it begins with the text as it is shown. */
  readonly judged?: string
}

async function readCommands(world: World, { command, file }: PolicyCheckInput): Promise<readonly NumberedText[]> {
  if (command !== null) return [{ text: command, line: 1 }]
  if (file === null) throw new Refusal({ code: 'usage/no-command', message: 'neither --command nor --file was given' })
  const text = file === '-' ? await world.readInput() : await world.files.readText(absolute(world.cwd, file))
  if (text === null) throw new Refusal({ code: 'usage/no-file', message: `there is no file ${file}` })
  return splitCommands(text)
}

/**
 * What a line of a script only defines, another may call with words that this one does not show. The calls come behind
 * the text, so that places in it stay what they are.
 */
function withCalls({ text, line }: NumberedText): NumberedText {
  const stripped = stripText(text)
  const calls = uncalledFunctions(stripped).map((name) => `\n${name} "$@"`)
  return calls.length === 0 ? { text, line } : { text, line, judged: `${stripped}\n${calls.join('')}` }
}

function shownAs(text: string, verdict: PolicyVerdict): PolicyVerdict {
  const { span } = verdict
  if (span === null) return { ...verdict, text }
  return { ...verdict, text, span: span[1] <= text.length ? span : [0, text.length] }
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
  const tools = { ...world.sessionTools, head: askOnce(world.sessionTools.head) }
  const judge = (text: NumberedText, log: PermittingLog | null) => judgeText(tools, world.cwd, applied, text, log)
  const plain = texts.map((text) => judge(text, null))
  if (plain.every(({ action }) => action === 'ALLOW') || !(await mayPermit(world))) return plain
  const { permittingLogs } = await import('./granted-permits.ts')
  const logs = await permittingLogs(world)
  if (logs.every(({ permits }) => permits.length === 0)) return plain
  return texts.map((text, at) => {
    const verdict = plain[at] ?? judge(text, null)
    if (verdict.action === 'ALLOW') return verdict
    return stricterOf(
      logs.map((log) => judge(text, log)),
      verdict,
    )
  })
}

function judgeText(
  tools: PolicyWorld,
  folder: string,
  applied: AppliedPolicy,
  { text, line, judged = text }: NumberedText,
  log: PermittingLog | null,
): CheckedCommand {
  const verdict = judgeCommand(tools, {
    classify: (input) => classifyCommand(judged, input),
    folder,
    applied,
    permits: log?.permits ?? [],
    project: log?.project ?? null,
  })
  return { ...(judged === text ? verdict : shownAs(stripText(text), verdict)), line }
}

/** Every push of a file is asked about, and git takes longer than all the rest. */
function askOnce(head: PolicyWorld['head']): PolicyWorld['head'] {
  const answers = new Map<string, Branches | null>()
  return {
    ...head,
    branches(folder) {
      const known = answers.get(folder)
      if (known !== undefined) return known
      const branches = head.branches(folder)
      answers.set(folder, branches)
      return branches
    },
  }
}

/** A look at the bytes first: a log without the word grants nothing, and reading logs takes longer than the answer. */
async function mayPermit(world: World): Promise<boolean> {
  const projects = await world.logs.find(world.cwd)
  const logs = await Promise.all(projects.map((project) => world.logs.read(project)))
  return logs.some((log) => log?.files.some(({ text }) => text.includes('"permit"')))
}

const ORDER: readonly PolicyLevel[] = ['ALLOW', 'MANUAL', 'BLOCK']

function stricterOf(answers: readonly CheckedCommand[], otherwise: CheckedCommand): CheckedCommand {
  const [first, ...rest] = answers
  if (first === undefined) return otherwise
  return rest.reduce((worst, next) => (ORDER.indexOf(next.action) > ORDER.indexOf(worst.action) ? next : worst), first)
}

function strictest(commands: readonly PolicyVerdict[]): PolicyLevel {
  return ORDER.findLast((level) => commands.some(({ action }) => action === level)) ?? 'ALLOW'
}
