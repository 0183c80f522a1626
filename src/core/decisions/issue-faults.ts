import type * as z from 'zod/mini'
import { DAY_PATTERN } from '../codec/calendar-day.ts'
import { pointerOf } from '../codec/json-pointer.ts'
import { isJsonList, isJsonObject, type JsonValue } from '../codec/json-value.ts'
import type { Fault } from '../fault.ts'
import type { IssueParameters } from './check-parameters.ts'
import type { DecisionFaultCode } from './decision.ts'
import { ID_PATTERN } from './decision-id.ts'
import { DURATION } from './duration.ts'

/** A fault whose place is only known as a pointer so far. */
export type PointedFault = Omit<Fault<DecisionFaultCode>, 'at'> & { readonly pointer: string }

type Saying = { readonly code: DecisionFaultCode; readonly message: string; readonly hint?: string | undefined }

/** Reads a value by a schema: the value, or its issues as our faults below the pointer `at`. */
export function readShape<T>(
  schema: z.ZodMiniType<T>,
  value: JsonValue,
  at: readonly PropertyKey[] = [],
): { readonly ok: true; readonly value: T } | { readonly ok: false; readonly faults: readonly PointedFault[] } {
  const result = schema.safeParse(value)
  if (result.success) return { ok: true, value: result.data }
  return { ok: false, faults: result.error.issues.flatMap((issue) => issueFaults(issue, value, at)) }
}

function issueFaults(issue: z.core.$ZodIssue, value: JsonValue, at: readonly PropertyKey[]): readonly PointedFault[] {
  const path = [...at, ...issue.path]
  if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => unknownKey([...path, key], key))
  const { hint, ...saying } = sayingOf(issue, nameOf(path), valueAt(value, issue.path))
  return [{ ...saying, ...(hint === undefined ? {} : { hint }), pointer: pointerOf(path) }]
}

function unknownKey(path: readonly PropertyKey[], key: string): PointedFault {
  const hint = 'remove it; keys of your own start with x-'
  return { code: 'unknown-key', message: `the key ${shown(key)} is not known here`, hint, pointer: pointerOf(path) }
}

function sayingOf(issue: z.core.$ZodIssue, name: string, found: JsonValue | undefined): Saying {
  if (issue.code === 'custom') {
    const { code, hint } = issue.params as IssueParameters
    return { code, message: code === 'bad-shape' ? `${name} ${issue.message}` : issue.message, hint }
  }
  if (issue.code === 'invalid_union' && found !== undefined) return unknownCheck(issue, found)
  if (found === undefined) return { code: 'bad-shape', message: `${name} is missing` }
  if (issue.code === 'invalid_format')
    return formatSaying(issue.format === 'regex' ? issue.pattern : undefined, name, found)
  return { code: 'bad-shape', message: `${name} must be ${expectation(issue)}, found ${shown(found)}` }
}

function unknownCheck(issue: z.core.$ZodIssueInvalidUnion, found: JsonValue): Saying {
  const kinds = 'options' in issue && Array.isArray(issue.options) ? issue.options.join(', ') : ''
  return { code: 'unknown-check', message: `the check kind ${shown(found)} is not known`, hint: `kinds: ${kinds}` }
}

function formatSaying(pattern: string | undefined, name: string, found: JsonValue): Saying {
  if (pattern === String(ID_PATTERN)) {
    const hint = 'an id is a short name in capitals, a dash and three digits or more: HDR-001'
    return { code: 'bad-id', message: `${name} is no id: ${shown(found)}`, hint }
  }
  if (pattern === String(DAY_PATTERN)) {
    return { code: 'bad-date', message: `${name} must be a day as YYYY-MM-DD, found ${shown(found)}` }
  }
  if (name === '"flags"') return { code: 'bad-pattern', message: `"flags" may hold i, m and s, found ${shown(found)}` }
  if (pattern === String(DURATION)) {
    return { code: 'bad-shape', message: `${name} must be a time such as 90m, 24h or 7d, found ${shown(found)}` }
  }
  if (typeof found === 'string' && found.trim() !== '') {
    return { code: 'bad-shape', message: `${name} must be a plain name, found ${shown(found)}` }
  }
  return { code: 'bad-shape', message: `${name} is blank` }
}

function expectation(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return TYPE_NAMES[issue.expected] ?? issue.expected
    case 'invalid_value':
      return issue.values.map((value) => JSON.stringify(value)).join(' or ')
    case 'too_small':
      return issue.origin === 'array' ? 'a list with something in it' : `at least ${issue.minimum}`
    case 'too_big':
      return issue.origin === 'number' ? `at most ${issue.maximum}` : `at most ${issue.maximum} long`
    default:
      return 'something else'
  }
}

const TYPE_NAMES: Readonly<Record<string, string>> = {
  string: 'a text',
  array: 'a list',
  object: 'an object',
  number: 'a number',
  int: 'a whole number',
}

function valueAt(value: JsonValue, path: readonly PropertyKey[]): JsonValue | undefined {
  let found: JsonValue | undefined = value
  for (const key of path) {
    if (isJsonList(found)) found = found[Number(key)]
    else found = isJsonObject(found) && Object.hasOwn(found, key) ? found[String(key)] : undefined
  }
  return found
}

/** What a place is called in a message. */
function nameOf(path: readonly PropertyKey[]): string {
  const last = path.at(-1)
  if (typeof last !== 'number') return last === undefined ? 'the file' : `"${String(last)}"`
  return `item ${last + 1} of "${String(path.at(-2))}"`
}

/** A short form of what was found, safe to put into a message. */
export function shown(value: JsonValue): string {
  if (isJsonList(value)) return value.length === 0 ? 'an empty list' : 'a list'
  if (isJsonObject(value)) return 'an object'
  const text = JSON.stringify(value)
  return text.length <= 60 ? text : `${text.slice(0, 57)}...`
}
