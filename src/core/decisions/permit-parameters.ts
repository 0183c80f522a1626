import * as z from 'zod/mini'
import { parseGlob } from '../codec/globs.ts'
import type { Fault } from '../fault.ts'
import { RULE_LEVELS } from '../policy/rule-levels.ts'
import { commandList, report } from './check-parameters.ts'
import type { DecisionFaultCode } from './decision.ts'

const LIST_MAX = 100
const LINE_MAX = 1000

const rule = z.string().check((context) => report(context, ruleFault(context.value)))
const place = z.string().check(z.maxLength(LINE_MAX), (context) => report(context, placeFault(context.value)))
/** Branches, tags and hosts are named whole. */
const name = z.string().check(z.maxLength(LINE_MAX), z.regex(/^[^\s*?[\]\\:~^]+$/))

/** What `command_policy` lets pass: one rule each, and at least one list that says on what. */
export const permitList = z
  .array(
    z
      .strictObject({
        rule,
        paths: z.optional(list(place)),
        refs: z.optional(list(name)),
        hosts: z.optional(list(name)),
        commands: z.optional(commandList),
      })
      .check((context) => {
        const { paths, refs, hosts, commands } = context.value
        if ((paths ?? refs ?? hosts ?? commands) !== undefined) return
        const params = {
          code: 'bad-shape',
          hint: 'say on what: "paths", "refs", "hosts" or "commands"',
        }
        context.issues.push({ code: 'custom', input: context.value, message: 'permits a rule as a whole', params })
      }),
  )
  .check(z.minLength(1), z.maxLength(LIST_MAX))

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
  const parts = parsed.value.split('/')
  const named = parts.filter((part) => !/^[*?]*$/.test(part))
  const isWide = isAbsolute
    ? named.length < 2 || parts.slice(0, 2).some((part) => /[*?[{]/.test(part))
    : named.length < 1
  if (!isWide) return null
  const hint = 'name a folder, as in "dist/**"; outside of the repository by its absolute path'
  return { code: 'bad-glob', message: `the place ${JSON.stringify(glob.slice(0, 80))} permits too much`, hint }
}
