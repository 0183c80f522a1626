import { isAbsolute, join } from 'node:path/posix'
import { type JsonValue, parseJson } from '../../core/codec/json.ts'
import { Refusal } from '../../core/fault.ts'
import type { World } from '../world.ts'

/** The ways in which a person can name a check. */
export type CheckInput = {
  /** JSON text. */
  readonly check: string | null
  /** A file with JSON text. */
  readonly checkFile: string | null
  readonly denyTool: readonly string[]
  readonly denyCommand: readonly string[]
  readonly denyWrite: readonly string[]
  readonly requirePath: readonly string[]
  readonly commandPolicy: 'audit' | 'enforce' | null
  /** `RULE=PLACE`. */
  readonly permit: readonly string[]
}

/** The check as it is to stand in the file, null where none was named. Several become one `all`. */
export async function buildCheck(world: Pick<World, 'cwd' | 'files'>, input: CheckInput): Promise<JsonValue | null> {
  const written = [
    ...(input.check === null ? [] : [readCheck(input.check, '--check')]),
    ...(input.checkFile === null ? [] : [readCheck(await readFile(world, input.checkFile), input.checkFile)]),
  ]
  const parts = [...written, ...fromFlags(input)]
  if (parts.length <= 1) return parts[0] ?? null
  return { kind: 'all', checks: parts }
}

function fromFlags(input: CheckInput): readonly JsonValue[] {
  const { denyTool, denyCommand, denyWrite, requirePath } = input
  return [
    ...(denyTool.length > 0 ? [{ kind: 'tool_denied', tools: denyTool }] : []),
    ...(denyCommand.length > 0 ? [{ kind: 'command_denied', commands: denyCommand }] : []),
    ...(denyWrite.length > 0 ? [{ kind: 'write_denied', paths: denyWrite }] : []),
    ...requirePath.map((path) => ({ kind: 'path_exists', path })),
    ...policyFlags(input),
  ]
}

function policyFlags({ commandPolicy, permit }: CheckInput): readonly JsonValue[] {
  if (commandPolicy === null && permit.length === 0) return []
  if (commandPolicy === null) {
    throw new Refusal({
      code: 'usage/permit-alone',
      message: '--permit is a part of the command policy',
      hint: 'give --command-policy enforce too',
    })
  }
  const permits = permit.map(readPermit)
  return [{ kind: 'command_policy', mode: commandPolicy, ...(permits.length > 0 ? { permit: permits } : {}) }]
}

/** What a rule acts upon decides what its place is; a rule that names nothing is permitted by the words of a command. */
const PLACES: Readonly<Record<string, 'refs' | 'hosts' | 'paths'>> = {
  'force-push': 'refs',
  'main-push': 'refs',
  'lease-push': 'refs',
  'external-push': 'refs',
  'external-send': 'hosts',
  'recursive-delete': 'paths',
  'temporary-delete': 'paths',
  'bulk-delete': 'paths',
  'tree-modes-outside': 'paths',
  'tree-modes': 'paths',
  'wipe-file': 'paths',
  'lasting-write': 'paths',
  'discard-work': 'paths',
}

function readPermit(text: string): JsonValue {
  const at = text.indexOf('=')
  const rule = text.slice(0, at)
  const place = text.slice(at + 1)
  if (at > 0 && place !== '') return { rule, [(Object.hasOwn(PLACES, rule) && PLACES[rule]) || 'commands']: [place] }
  throw new Refusal({
    code: 'usage/bad-permit',
    message: `--permit ${JSON.stringify(text)} names no rule and place`,
    hint: "such as 'recursive-delete=dist/**'",
  })
}

function readCheck(text: string, file: string): JsonValue {
  const parsed = parseJson(text, { file })
  if (parsed.ok) return parsed.value.value
  const fault = parsed.faults[0]
  throw new Refusal({
    code: 'usage/bad-check',
    message: `the check is not usable: ${fault?.message ?? 'no JSON'}`,
    hint: `such as '{"kind":"path_exists","path":"README.md"}'`,
    ...(fault?.at === undefined ? {} : { at: fault.at }),
  })
}

async function readFile(world: Pick<World, 'cwd' | 'files'>, name: string): Promise<string> {
  const text = await world.files.readText(isAbsolute(name) ? name : join(world.cwd, name))
  if (text !== null) return text
  throw new Refusal({ code: 'usage/no-such-file', message: `no such file: ${name}`, hint: '--check-file names a file' })
}
