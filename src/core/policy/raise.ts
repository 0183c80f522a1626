import { pointerOf } from '../codec/json-pointer.ts'
import { isJsonObject, type JsonValue } from '../codec/json-value.ts'
import { shown } from '../decisions/issue-faults.ts'
import { nearMatches } from '../near-matches.ts'
import { type PolicyFault, type PolicyPart, policyFault } from './policy-fault.ts'
import type { BuiltInRule } from './project-policy.ts'
import type { PolicyLevel } from './rule.ts'

const STRICTNESS: ReadonlyMap<JsonValue, number> = new Map([
  ['ALLOW', 0],
  ['MANUAL', 1],
  ['BLOCK', 2],
] satisfies readonly (readonly [PolicyLevel, number])[])

/** Reads which built-in rules are made stricter. */
export function readRaise(
  value: JsonValue | undefined,
  builtIns: readonly BuiltInRule[],
): PolicyPart<ReadonlySet<string>> {
  if (value === undefined) return { value: new Set(), faults: [] }
  if (!isJsonObject(value)) {
    const message = `"raise" must be an object, found ${shown(value)}`
    return {
      value: new Set(),
      faults: [policyFault('bad-shape', '/raise', message, 'write {"external-send": "BLOCK"}')],
    }
  }
  const faults = Object.entries(value).flatMap(([id, level]) => raiseFaults(id, level, builtIns))
  return { value: new Set(Object.keys(value)), faults }
}

function raiseFaults(id: string, to: JsonValue, builtIns: readonly BuiltInRule[]): readonly PolicyFault[] {
  const rule = builtIns.find((builtIn) => builtIn.id === id)
  const pointer = pointerOf(['raise', id])
  if (rule === undefined) return [unknownRule(id, pointer, builtIns)]
  const before = STRICTNESS.get(rule.level) ?? 0
  const after = STRICTNESS.get(to)
  if (after === undefined) {
    const message = `"raise" takes ${id} to ${shown(to)}, which is no level`
    return [policyFault('bad-raise', pointer, message, 'write "BLOCK", in capitals')]
  }
  if (after > before) return []
  const what = after === before ? `would keep ${id} at ${rule.level}` : `would lower ${id} from ${rule.level} to ${to}`
  return [policyFault('bad-raise', pointer, `"raise" ${what}`, 'take it out: a policy file only hardens')]
}

function unknownRule(id: string, pointer: string, builtIns: readonly BuiltInRule[]): PolicyFault {
  const raisable = builtIns.filter(({ level }) => level === 'MANUAL').map((rule) => rule.id)
  const near = nearMatches(id, raisable)
  const hint = `${near.length > 0 ? `did you mean ${near.join(', ')}; ` : ''}a rule of the file has its level in "action"`
  return policyFault('bad-raise', pointer, `"raise" names ${shown(id)}, which is not a built-in rule`, hint)
}
