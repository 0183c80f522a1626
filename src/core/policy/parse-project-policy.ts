import { type JsonDocument, type JsonValue, parseJson } from '../codec/json.ts'
import { pointerOf } from '../codec/json-pointer.ts'
import { isJsonObject } from '../codec/json-value.ts'
import { utf8Length } from '../codec/utf8-length.ts'
import { shown } from '../decisions/issue-faults.ts'
import type { Fault, Parsed } from '../fault.ts'
import { type PolicyFault, policyFault } from './policy-fault.ts'
import {
  type BuiltInRule,
  POLICY_BYTES_MAX,
  POLICY_SCHEMA,
  type PolicyFaultCode,
  type ProjectPolicy,
} from './project-policy.ts'
import { readProjectRules } from './project-rules.ts'
import { readProtectedBranches } from './protected-branches.ts'
import { readRaise } from './raise.ts'

export type PolicyFileOptions = {
  /** How the file is called in faults. */
  readonly file: string
  readonly builtIns: readonly BuiltInRule[]
}

const KEYS = ['schema', 'rules', 'raise', 'protected_branches']
const DEPTH_MAX = 16

/**
 * From a policy file to a policy, or every fault in it at once, each with file, pointer and line. One fault refuses the
 * whole file: half a policy would be one that nobody wrote.
 */
export function parseProjectPolicy(
  input: string | Uint8Array,
  { file, builtIns }: PolicyFileOptions,
): Parsed<ProjectPolicy, PolicyFaultCode> {
  const text = readText(input, file)
  if (!text.ok) return text
  const json = parseJson(text.value, { file, depthMax: DEPTH_MAX })
  if (!json.ok) return { ok: false, faults: json.faults.map(nameNotJson) }
  const { policy, faults } = readPolicy(json.value.value, builtIns)
  if (faults.length === 0) return { ok: true, value: policy }
  const placed = faults.map((fault) => placeFault(fault, file, json.value))
  return { ok: false, faults: placed.sort((a, b) => (a.at?.line ?? 0) - (b.at?.line ?? 0)) }
}

function readText(input: string | Uint8Array, file: string): Parsed<string, PolicyFaultCode> {
  const bytes = typeof input === 'string' ? utf8Length(input) : input.length
  if (bytes > POLICY_BYTES_MAX) {
    const message = `the policy file has ${bytes} bytes, more than ${POLICY_BYTES_MAX}`
    return { ok: false, faults: [{ code: 'too-large', message, at: { file } }] }
  }
  if (typeof input === 'string') return { ok: true, value: input }
  try {
    return { ok: true, value: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(input) }
  } catch {
    const message = 'the policy file is not JSON: its bytes are no UTF-8'
    return { ok: false, faults: [{ code: 'not-utf8', message, at: { file } }] }
  }
}

function nameNotJson<Code extends PolicyFaultCode>(fault: Fault<Code>): Fault<Code> {
  return fault.code === 'not-json' ? { ...fault, message: `the policy file is not JSON: ${fault.message}` } : fault
}

const EMPTY: ProjectPolicy = { rules: [], raise: new Set(), protectedBranches: [] }

type Reading = { readonly policy: ProjectPolicy; readonly faults: readonly PolicyFault[] }

function readPolicy(value: JsonValue, builtIns: readonly BuiltInRule[]): Reading {
  if (!isJsonObject(value)) {
    const message = `a policy file holds one object, found ${shown(value)}`
    return {
      policy: EMPTY,
      faults: [policyFault('bad-shape', '', message, `begin with {"schema": "${POLICY_SCHEMA}"`)],
    }
  }
  const schema = schemaFaults(value['schema'])
  // What another version means by its keys is not known.
  if (schema.some(({ code }) => code === 'unsupported-schema')) return { policy: EMPTY, faults: schema }
  const rules = readProjectRules(value['rules'], builtIns)
  const raise = readRaise(value['raise'], builtIns)
  const branches = readProtectedBranches(value['protected_branches'])
  return {
    policy: { rules: rules.value, raise: raise.value, protectedBranches: branches.value },
    faults: [...schema, ...unknownKeys(value), ...rules.faults, ...raise.faults, ...branches.faults],
  }
}

function schemaFaults(value: JsonValue | undefined): readonly PolicyFault[] {
  if (value === POLICY_SCHEMA) return []
  const hint = `write "schema": "${POLICY_SCHEMA}"`
  if (value === undefined) return [policyFault('bad-shape', '/schema', '"schema" is missing', hint)]
  return [policyFault('unsupported-schema', '/schema', `the schema ${shown(value)} is not known`, hint)]
}

function unknownKeys(value: { readonly [key: string]: JsonValue }): readonly PolicyFault[] {
  const unknown = Object.keys(value).filter((key) => !KEYS.includes(key))
  return unknown.map((key) => {
    const message = `the key ${shown(key)} is not known here: a policy file only hardens and has no allow list`
    return policyFault('unknown-key', pointerOf([key]), message, `keys: ${KEYS.join(', ')}`)
  })
}

/** What is missing has no line of its own: it takes the one of the object that should hold it. */
function placeFault({ pointer, ...rest }: PolicyFault, file: string, document: JsonDocument): Fault<PolicyFaultCode> {
  let above = pointer
  while (above !== '' && document.place(above) === null) above = above.slice(0, above.lastIndexOf('/'))
  const line = document.place(above)?.line
  return { ...rest, at: { file, pointer, ...(line === undefined ? {} : { line }) } }
}
