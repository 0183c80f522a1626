import * as z from 'zod/mini'
import { parseGlob } from '../codec/globs.ts'
import type { Fault, Parsed } from '../fault.ts'
import { parseCommandPattern } from '../shell/command-pattern.ts'
import type { DecisionFaultCode } from './decision.ts'
import { DURATION } from './duration.ts'

/** What a schema's own rule found; `issueFaults` takes it over as it is. */
export type IssueParameters = { readonly code: DecisionFaultCode; readonly hint?: string | undefined }

const LIST_MAX = 1000
const LINE_MAX = 1000

/** A text with something to read in it. */
export const readableText = z.string().check(z.regex(/\S/))

/** A short text that means something as it stands: a name, a word of a command. */
const word = readableText.check(z.maxLength(LINE_MAX))

export const wordList = list(word)

const commandPattern = word.check((context) => {
  const fault = firstFault(parseCommandPattern(context.value))
  // A blank one is refused as a word already.
  if (fault !== null && /\S/.test(context.value)) report(context, { ...fault, code: 'bad-pattern' })
})

export const commandList = list(commandPattern)

const glob = z.string().check((context) => report(context, firstFault(parseGlob(context.value))))

export const globList = list(glob)

/** A path below the folder that holds the log, without wildcards. */
export const relativePath = z.string().check((context) => report(context, pathFault(context.value)))

/** The id of evidence, as `evidence run --id` takes it. */
export const evidenceName = z.string().check(z.regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,79}$/))

/** A whole number of minutes, hours or days: `90m`, `24h`, `7d`. */
export const duration = z.string().check(z.regex(DURATION))

export const textFlags = z.string().check(z.regex(/^[ims]*$/))

/** A list that is not empty and not longer than anybody needs. */
function list<T extends z.ZodMiniType>(item: T): z.ZodMiniArray<T> {
  return z.array(item).check(z.minLength(1), z.maxLength(LIST_MAX))
}

type RuleContext = z.core.ParsePayload<string>

/** Hands a fault on as an issue. */
export function report(context: RuleContext, fault: Fault<DecisionFaultCode> | null): void {
  if (fault === null) return
  const params: IssueParameters = { code: fault.code, hint: fault.hint }
  context.issues.push({ code: 'custom', input: context.value, message: fault.message, params })
}

/** The first fault of something parsed, or null. */
function firstFault<Code extends string>(parsed: Parsed<unknown, Code>): Fault<Code> | null {
  return parsed.ok ? null : (parsed.faults[0] ?? null)
}

function pathFault(path: string): Fault<DecisionFaultCode> | null {
  const shown = JSON.stringify(path.length > 80 ? `${path.slice(0, 77)}...` : path)
  const hint = 'paths are relative to the folder that holds .hdr and stay below it, with / between folders'
  const wrong = PATH_RULES.find(([refuses]) => refuses.test(path))
  return wrong === undefined ? null : { code: 'bad-path', message: `the path ${shown} ${wrong[1]}`, hint }
}

const PATH_RULES: readonly (readonly [RegExp, string])[] = [
  [/^\s*$/, 'is empty'],
  [/^(?:\/|~\/|[a-zA-Z]:[\\/])/, 'is absolute'],
  [/(?:^|\/)\.\.(?:\/|$)/, 'leaves the folder through ".."'],
  [/\\/, 'has a backslash'],
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a path with one of them is a mistake or an attack
  [/[\u0000-\u001f\u007f]/, 'holds a control character'],
]
