import { pointerOf } from '../codec/json-pointer.ts'
import { isJsonList, isJsonObject, type JsonValue } from '../codec/json-value.ts'
import { shown } from '../decisions/issue-faults.ts'
import { parseCommandPattern } from '../shell/command-pattern.ts'
import { type PolicyFault, type PolicyPart, policyFault } from './policy-fault.ts'
import { type BuiltInRule, LINE_MAX, type ProjectRule, RULE_ID_PATTERN, RULES_MAX } from './project-policy.ts'
import { translatePythonPattern } from './python-pattern.ts'

const KEYS = ['id', 'action', 'pattern', 'command', 'reason']
/** Ids that verdicts carry without a rule. */
const VERDICT_IDS = ['allow', 'empty']

type Members = { readonly [key: string]: JsonValue }

/** One rule of the file, and how messages and pointers name it. */
type Entry = { readonly members: Members; readonly index: number; readonly name: string }

/** Reads the list of rules. Only ids are compared between them, so each can be judged alone. */
export function readProjectRules(
  value: JsonValue | undefined,
  builtIns: readonly BuiltInRule[],
): PolicyPart<readonly ProjectRule[]> {
  if (value === undefined) return { value: [], faults: [] }
  if (!isJsonList(value)) return refused(`"rules" must be a list, found ${shown(value)}`)
  if (value.length > RULES_MAX) return refused(`"rules" holds ${value.length} rules, more than ${RULES_MAX}`)
  const parts = value.map((item, index) => readRule(item, index))
  return {
    value: parts.flatMap((part) => part.value ?? []),
    faults: [...parts.flatMap(({ faults }) => faults), ...takenIds(value, builtIns)],
  }
}

function refused(message: string): PolicyPart<readonly ProjectRule[]> {
  return { value: [], faults: [policyFault('bad-shape', '/rules', message)] }
}

function readRule(value: JsonValue, index: number): PolicyPart<ProjectRule | null> {
  if (!isJsonObject(value)) {
    const message = `rule ${index + 1} must be an object, found ${shown(value)}`
    return { value: null, faults: [policyFault('bad-shape', pointerOf(['rules', index]), message)] }
  }
  const entry = { members: value, index, name: nameOf(value, index) }
  const faults = [
    ...keyFaults(entry),
    ...Object.entries(READERS).flatMap(([key, read]) => {
      const found = value[key]
      return found === undefined ? [] : read(entry, found)
    }),
  ]
  return { value: faults.length === 0 ? ruleOf(value) : null, faults }
}

function nameOf(members: Members, index: number): string {
  const id = members['id']
  return `rule ${index + 1}${typeof id === 'string' && RULE_ID_PATTERN.test(id) ? ` (${id})` : ''}`
}

function keyFaults({ members, index, name }: Entry): readonly PolicyFault[] {
  const unknown = Object.keys(members).filter((key) => !KEYS.includes(key))
  const has = (key: string) => members[key] !== undefined
  const missing = ['id', 'action', 'pattern', 'reason'].filter(
    (key) => !has(key) && !(key === 'pattern' && has('command')),
  )
  const hint = missing.includes('pattern') ? 'a rule may have "command" in place of "pattern"' : undefined
  const place = pointerOf(['rules', index])
  const faults = unknown.map((key) =>
    policyFault('unknown-key', pointerOf(['rules', index, key]), `${name}: the key ${shown(key)} is not known`),
  )
  if (missing.length > 0) faults.push(policyFault('bad-shape', place, `${name}: missing ${missing.join(', ')}`, hint))
  if (has('pattern') && has('command')) {
    faults.push(policyFault('bad-shape', place, `${name}: has both "pattern" and "command"`, 'make two rules of it'))
  }
  return faults
}

/** What is wrong with the value of a key. */
const READERS: Readonly<Record<string, (entry: Entry, value: JsonValue) => readonly PolicyFault[]>> = {
  id(entry, value) {
    if (typeof value === 'string' && RULE_ID_PATTERN.test(value)) return []
    const hint = 'at most 64 of a to z, 0 to 9 and "-", and no "-" at the start'
    return [faultAt(entry, 'id', { code: 'bad-id', message: `"id" is no id: ${shown(value)}`, hint })]
  },
  action(entry, value) {
    if (value === 'BLOCK' || value === 'MANUAL') return []
    const message = `"action" is ${shown(value)}, but a policy file only hardens: it is BLOCK or MANUAL`
    return [faultAt(entry, 'action', { code: 'only-hardens', message })]
  },
  reason(entry, value) {
    return lineFaults(entry, 'reason', value)
  },
  pattern(entry, value) {
    if (typeof value !== 'string' || value === '') {
      const message = `"pattern" must be a text with something in it, found ${shown(value)}`
      return [faultAt(entry, 'pattern', { code: 'bad-pattern', message })]
    }
    const translated = translatePythonPattern(value)
    if (translated.ok) return []
    const { problem, hint } = translated
    return [faultAt(entry, 'pattern', { code: 'bad-pattern', message: `invalid pattern: ${problem}`, hint })]
  },
  command(entry, value) {
    const faults = lineFaults(entry, 'command', value)
    if (faults.length > 0 || typeof value !== 'string') return faults
    const parsed = parseCommandPattern(value)
    if (parsed.ok) return []
    return parsed.faults.map((fault) => faultAt(entry, 'command', { ...fault, code: 'bad-pattern' }))
  },
}

function lineFaults(entry: Entry, key: string, value: JsonValue): readonly PolicyFault[] {
  const code = 'bad-shape'
  if (typeof value !== 'string') {
    return [faultAt(entry, key, { code, message: `"${key}" must be a text, found ${shown(value)}` })]
  }
  if (value.trim() === '') return [faultAt(entry, key, { code, message: `"${key}" is blank` })]
  if (value.length <= LINE_MAX) return []
  return [faultAt(entry, key, { code, message: `"${key}" has ${value.length} characters, more than ${LINE_MAX}` })]
}

type Saying = Pick<PolicyFault, 'code' | 'message'> & { readonly hint?: string | undefined }

function faultAt({ index, name }: Entry, key: string, { code, message, hint }: Saying): PolicyFault {
  return policyFault(code, pointerOf(['rules', index, key]), `${name}: ${message}`, hint)
}

function takenIds(rules: readonly JsonValue[], builtIns: readonly BuiltInRule[]): readonly PolicyFault[] {
  const taken = new Set([...VERDICT_IDS, ...builtIns.map(({ id }) => id)])
  const first = new Map<string, number>()
  return rules.flatMap((rule, index) => {
    const id = isJsonObject(rule) ? rule['id'] : undefined
    if (typeof id !== 'string') return []
    const before = first.get(id)
    if (before === undefined) first.set(id, index)
    const pointer = pointerOf(['rules', index, 'id'])
    if (taken.has(id)) return [policyFault('bad-id', pointer, `rule ${index + 1}: the id "${id}" is built in`, TAKEN)]
    if (before === undefined) return []
    const message = `rule ${index + 1}: the id ${shown(id)} is used twice, first by rule ${before + 1}`
    return [policyFault('bad-id', pointer, message)]
  })
}

const TAKEN = 'choose another id; a built-in MANUAL rule is made BLOCK under "raise"'

/** Only called for what was found to be right. */
function ruleOf(members: Members): ProjectRule {
  const { id, action, reason, pattern, command } = members
  const head = {
    id: String(id),
    level: action === 'BLOCK' ? 'BLOCK' : 'MANUAL',
    reason: String(reason).trim(),
  } as const
  if (typeof pattern === 'string') return { ...head, pattern, command: null }
  return { ...head, pattern: null, command: String(command).trim() }
}
