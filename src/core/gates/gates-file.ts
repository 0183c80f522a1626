import * as z from 'zod/mini'
import { parseJson } from '../codec/json.ts'
import { readShape } from '../decisions/issue-faults.ts'
import type { Fault, Parsed } from '../fault.ts'

export const GATES_SCHEMA = 'bylaw.gates/v1'
/** Where the file lies, below the folder that holds the event log. */
export const GATES_FILE = '.hpp/gates.json'

const LIST_MAX = 100
const text = z.string().check(z.regex(/\S/), z.maxLength(1000))
const texts = z.array(text).check(z.minLength(1), z.maxLength(LIST_MAX))

const criterion = z.strictObject({
  id: z.string().check(z.regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,79}$/)),
  command: z.optional(texts),
})

/** The shape of a gates file: the gates that are enforced, by the names that a loop gives them. */
export const gatesSchema = z.strictObject({
  schema: z.literal(GATES_SCHEMA),
  gates: z.strictObject({
    scope: z.optional(z.strictObject({ spec: text })),
    'fresh-evidence': z.optional(
      z.strictObject({
        criteria: z.optional(z.array(criterion).check(z.minLength(1), z.maxLength(LIST_MAX))),
        allowed_signers: z.optional(text),
      }),
    ),
    'read-only-checker': z.optional(z.strictObject({ allowed_signers: z.optional(text) })),
    human: z.optional(z.strictObject({ people: texts, allowed_signers: text })),
    closure: z.optional(z.strictObject({})),
  }),
})

/** Which gates are enforced, and what each of them wants. */
export type Gates = z.infer<typeof gatesSchema>['gates']
export type GateName = keyof Gates

const NAMES = new Set<string>(['scope', 'fresh-evidence', 'read-only-checker', 'human', 'closure'])

/** Whether a gate of a loop is one that can be enforced, and is. */
export function isEnforced(gates: Gates, gate: string): gate is GateName {
  return NAMES.has(gate) && gates[gate as GateName] !== undefined
}

export type GatesFaultCode = 'gates/not-json' | 'gates/bad-shape'

/** Reads a gates file; every fault at once. Unknown keys and gates are refused: a gate that is misspelt is none. */
export function parseGates(source: string, file: string): Parsed<Gates, GatesFaultCode> {
  const parsed = parseJson(source, { file })
  if (!parsed.ok) return { ok: false, faults: parsed.faults.map((fault) => ({ ...fault, code: 'gates/not-json' })) }
  const read = readShape(gatesSchema, parsed.value.value)
  if (read.ok) return { ok: true, value: read.value.gates }
  const faults = read.faults.map(({ message, pointer }): Fault<GatesFaultCode> => {
    return { code: 'gates/bad-shape', message: `${pointer}: ${message}`, at: { file, pointer } }
  })
  return { ok: false, faults }
}

/** The published JSON Schema by file name. */
export function gatesJsonSchemas(): Readonly<Record<string, unknown>> {
  const body = z.toJSONSchema(gatesSchema, { target: 'draft-7' })
  return { 'bylaw.gates.v1.schema.json': { title: 'the gates that a project enforces, bylaw.gates/v1', ...body } }
}
