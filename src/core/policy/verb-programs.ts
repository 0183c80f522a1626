import type { Option } from '../shell/options.ts'
import type { Word } from '../shell/simple-command.ts'
import { type ExactSpec, hasExact, readExactOptions } from './exact-options.ts'

/** One kind of call of a program whose first operands say what it does. */
type Verb = {
  /**
   * The operands that it begins with: `pr create|merge`. An `*` stands for any one, at an end for any rest
   * (`delete-*`), and the empty text for a call without a verb of its own.
   */
  readonly verb: string
  /** One of these options has to be there. */
  readonly needs?: readonly string[]
  /** With one of these options it does nothing of the kind. */
  readonly unless?: readonly string[]
}

export type VerbProgram = ExactSpec & {
  readonly verbs: readonly (string | Verb)[]
  /** Says which operands count wherever they stand, as build tools take several tasks. */
  readonly task?: (text: string) => boolean
  /** Its own options for a call that changes nothing, besides `--dry-run` and help. */
  readonly dry?: readonly string[]
}

export type VerbCall = {
  /** The word that decided; null where the call needs none. */
  readonly word: Word | null
  readonly options: readonly Option<Word>[]
  /** What stands behind the verb. */
  readonly operands: readonly Word[]
}

type VerbTable = Readonly<Record<string, VerbProgram>>

/** What is found in a table of programs; `docker compose` is a program of its own there. */
export function findInTable(
  table: VerbTable,
  name: string,
  args: readonly Word[],
): (VerbCall & { readonly name: string }) | null {
  const program = Object.hasOwn(table, name) ? table[name] : undefined
  if (program === undefined) return null
  const inner = CONTAINERS.includes(name) ? composeWords(program, args) : null
  if (inner !== null) return findInTable(table, 'docker-compose', inner)
  const call = findVerb(program, args)
  return call === null ? null : { ...call, name }
}

const CONTAINERS = ['docker', 'podman', 'nerdctl']

function composeWords(program: VerbProgram, args: readonly Word[]): readonly Word[] | null {
  const [first] = readExactOptions(args, program).operands
  return first?.text === 'compose' ? args.slice(args.indexOf(first) + 1) : null
}

/** The verb of the program's table that a call begins with; null for any other call and for one that only rehearses. */
function findVerb(program: VerbProgram, args: readonly Word[]): VerbCall | null {
  const { options, operands } = readExactOptions(args, program)
  const found = findTask(program, operands) ?? findRow(program, options, operands)
  if (found === null || isRehearsal(program, options, operands)) return null
  return { word: operands[found.end - 1] ?? null, options, operands: operands.slice(found.end) }
}

type Found = { readonly end: number }

function findTask({ task }: VerbProgram, operands: readonly Word[]): Found | null {
  const at = task === undefined ? -1 : operands.findIndex(({ text }) => task(text))
  return at < 0 ? null : { end: at + 1 }
}

function findRow(program: VerbProgram, options: readonly Option<Word>[], operands: readonly Word[]): Found | null {
  const row = rowsOf(program).find(
    ({ parts, needs, unless }) =>
      parts.every((part, at) => matches(part, operands[at]?.text)) &&
      (needs === undefined || hasExact(options, ...needs)) &&
      (unless === undefined || !hasExact(options, ...unless)),
  )
  return row === undefined ? null : { end: row.parts.length }
}

type Row = Omit<Verb, 'verb'> & { readonly parts: readonly (readonly string[])[] }

/** Verbs are split when a program is first met: most calls meet a few programs only. */
const ROWS = new WeakMap<VerbProgram, readonly Row[]>()

function rowsOf(program: VerbProgram): readonly Row[] {
  const known = ROWS.get(program)
  if (known !== undefined) return known
  const rows = program.verbs.map((row) => (typeof row === 'string' ? toRow({ verb: row }) : toRow(row)))
  ROWS.set(program, rows)
  return rows
}

function toRow({ verb, ...conditions }: Verb): Row {
  return { ...conditions, parts: verb === '' ? [] : verb.split(' ').map((part) => part.split('|')) }
}

function matches(part: readonly string[], text: string | undefined): boolean {
  if (text === undefined) return false
  return part.some((one) => one === text || (one.endsWith('*') && text.startsWith(one.slice(0, -1))))
}

/** A rehearsal that is switched off again, or is the value of something else, is none. */
function isRehearsal(program: VerbProgram, options: readonly Option<Word>[], operands: readonly Word[]): boolean {
  if (options.some(({ name, value }) => value === null && /^(?:-h|--?help|-\?)$/.test(name))) return true
  const dry = options.findLast(({ name }) => /^--?(?:no-)?dry-?run$/.test(name) || program.dry?.includes(name))
  if (dry === undefined || dry.name.includes('-no-')) return false
  const off = /^(?:false|none|0|no|off)$/i
  return !off.test(dry.value?.text ?? '') && !operands.some(({ text }) => off.test(text))
}
