import * as z from 'zod/mini'
import { foldPath } from '../codec/fold-path.ts'
import { expandBraces } from '../codec/glob-braces.ts'
import { compileSegment } from '../codec/glob-segment.ts'
import { parseGlob } from '../codec/globs.ts'
import type { Fault } from '../fault.ts'
import { RULE_LEVELS } from '../policy/rule-levels.ts'
import { commandList, type IssueParameters, report } from './check-parameters.ts'
import type { DecisionFaultCode } from './decision.ts'

const LIST_MAX = 100
const LINE_MAX = 1000

const rule = z.string().check((context) => report(context, ruleFault(context.value)))
const place = z.string().check(z.maxLength(LINE_MAX), (context) => report(context, placeFault(context.value)))
/** Branches, tags and hosts are named whole. */
const name = z.string().check(z.maxLength(LINE_MAX), z.regex(/^[^\s*?[\]\\:~^]+$/))

/** Words of a command that stand for themselves. */
const wholeWords = commandList.check((context) => {
  const wild = context.value.find((pattern) => /[*?]/.test(pattern))
  if (wild === undefined) return
  const message = `the command ${JSON.stringify(wild.slice(0, 80))} of a permit has a wildcard`
  const params: IssueParameters = { code: 'bad-pattern', hint: 'write the words whole, as in "npm publish"' }
  context.issues.push({ code: 'custom', input: context.value, message, params })
})

/** What `command_policy` lets pass: one rule each, and at least one list that says on what. */
export const permitList = z
  .array(
    z
      .strictObject({
        rule,
        paths: z.optional(list(place)),
        refs: z.optional(list(name)),
        hosts: z.optional(list(name)),
        commands: z.optional(wholeWords),
      })
      .check((context) => {
        const fault = missingList(context.value)
        if (fault === null) return
        const params: IssueParameters = { code: 'bad-shape', hint: fault.hint }
        context.issues.push({ code: 'custom', input: context.value, message: fault.message, params })
      }),
  )
  .check(z.minLength(1), z.maxLength(LIST_MAX))

/** What a rule acts on has to be named: words of a command say nothing about the operands behind them. */
const NEEDED: Readonly<Record<string, readonly ListName[]>> = {
  'recursive-delete': ['paths'],
  'temporary-delete': ['paths'],
  'bulk-delete': ['paths'],
  'tree-modes': ['paths'],
  'tree-modes-outside': ['paths'],
  'wipe-file': ['paths'],
  'lasting-write': ['paths'],
  'discard-work': ['paths', 'refs', 'commands'],
  'force-push': ['refs'],
  'main-push': ['refs'],
  'lease-push': ['refs'],
  'external-push': ['refs'],
  'external-send': ['hosts'],
}
const LISTS = ['paths', 'refs', 'hosts', 'commands'] as const
type ListName = (typeof LISTS)[number]
type Lists = { readonly rule: string } & { readonly [Name in ListName]?: readonly string[] | undefined }

function missingList(permit: Lists): { readonly message: string; readonly hint: string } | null {
  const needed = Object.hasOwn(NEEDED, permit.rule) ? (NEEDED[permit.rule] ?? LISTS) : LISTS
  if (needed.some((one) => permit[one] !== undefined)) return null
  const quoted = needed.map((one) => `"${one}"`)
  const hint = `say on what: ${quoted.length === 1 ? quoted[0] : `${quoted.slice(0, -1).join(', ')} or ${quoted.at(-1)}`}`
  if (LISTS.every((one) => permit[one] === undefined)) return { message: 'permits a rule as a whole', hint }
  return { message: `permits ${permit.rule} without ${quoted.join(', ')}`, hint }
}

function list<T extends z.ZodMiniType>(item: T): z.ZodMiniArray<T> {
  return z.array(item).check(z.minLength(1), z.maxLength(LIST_MAX))
}

function ruleFault(id: string): Fault<DecisionFaultCode> | null {
  if (Object.hasOwn(RULE_LEVELS, id)) return null
  const shown = JSON.stringify(id.slice(0, 80))
  return { code: 'bad-shape', message: `the rule ${shown} is no built-in rule`, hint: 'bylaw policy explain --rules' }
}

/** A place has to name a folder or a file: what every path matches is no permit. */
function placeFault(glob: string): Fault<DecisionFaultCode> | null {
  const isAbsolute = glob.startsWith('/')
  const parsed = parseGlob(isAbsolute ? glob.slice(1) : glob)
  if (!parsed.ok) return parsed.faults[0] ?? null
  const places = (expandBraces(foldPath(parsed.value)) ?? []).map((path) =>
    path.split('/').filter((part) => part !== ''),
  )
  const shown = JSON.stringify(glob.slice(0, 80))
  if (places.some((parts) => (isAbsolute ? isWideAbroad(parts) : !parts.some(isPlainName)))) {
    const hint = 'name a folder, as in "dist/**"; outside of the repository by its absolute path'
    return { code: 'bad-glob', message: `the place ${shown} permits too much`, hint }
  }
  const keptIn = (parts: readonly string[]) =>
    isAbsolute ? KEPT.find((name) => parts.includes(name)) : keptNameIn(parts)
  const kept = places.map(keptIn).find((found) => found !== undefined)
  if (kept === undefined) return null
  return {
    code: 'bad-glob',
    message: `the place ${shown} permits too much: it reaches ${kept}`,
    hint: `name another folder; ${KEPT.join(', ')} are permitted to nobody`,
  }
}

/** Outside of the repository at least two folders are named, without wildcards. */
function isWideAbroad(parts: readonly string[]): boolean {
  const [first, second] = parts
  return first === undefined || second === undefined || /[*?[\\]/.test(first + second)
}

/** A name of its own, no pattern. */
function isPlainName(part: string): boolean {
  return /^[\p{L}\p{M}\p{N}._@+-]+$/u.test(part) && /[\p{L}\p{N}]/u.test(part)
}

/** What keeps history, decisions and rules. */
const KEPT = ['.git', '.hdr', '.hpp']

/** One of these where the place begins to name things; a bare `*` before the first name is no attempt at them. */
function keptNameIn(parts: readonly string[]): string | undefined {
  const first = parts.findIndex(isPlainName)
  const before = parts.slice(0, first + 1).filter((part) => !/^\*+$/.test(part))
  return KEPT.find((name) => before.some((part) => compileSegment(part).matches(name)))
}
