import { parseJson } from '../codec/json.ts'
import type { JsonValue } from '../codec/json-value.ts'
import type { Fault, Parsed } from '../fault.ts'
import { anything, listOf, mapOf, nonEmptyText, objectOf, oneOf, shapeOf } from './data-shape.ts'
import { isPinnedPath } from './pinned-path.ts'
import { type AllowedSigner, parseSignersFile } from './signers-file.ts'

export const TRUST_FILE = '.chant/trust.json'
const SIGNERS_FILE = '.chant/allowed_signers'

/** Who signs, and who holds which role: the content of trust.json (records.md 14.2). */
export type TrustPolicy = {
  /** Path of the signers file, from the repository root. */
  readonly signersPath: string
  /** Whether trust.json names that file; one it names must be there. */
  readonly signersNamed: boolean
  readonly roles: ReadonlyMap<string, readonly string[]>
}

type TrustFile = { readonly signers?: string; readonly roles?: Readonly<Record<string, readonly string[]>> }

const adopted = objectOf({ required: { to: nonEmptyText }, optional: { from: nonEmptyText, note: anything } })
const trustFile = objectOf({
  required: { schema: oneOf(1) },
  optional: {
    signers: shapeOf(isPinnedPath, 'must be a path from the repository root'),
    roles: mapOf(/^[a-z][a-z0-9-]*$/, listOf(nonEmptyText)),
    adopted: listOf(adopted),
  },
})

/** Reads trust.json as it is at base; null stands for a base that has none. */
export function parseTrustPolicy(text: string | null): Parsed<TrustPolicy, 'trust-invalid'> {
  if (text === null) return { ok: true, value: toPolicy({}) }
  const json = parseJson(text, { file: TRUST_FILE })
  if (!json.ok) return { ok: false, faults: json.faults.map((fault) => ({ ...fault, code: 'trust-invalid' })) }
  const faults = trustFile(json.value.value, []).map(({ path, why }): Fault<'trust-invalid'> => {
    const line = json.value.place(path.map((step) => `/${step}`).join(''))?.line
    const at = { file: TRUST_FILE, ...(line === undefined ? {} : { line }) }
    return { code: 'trust-invalid', message: `${path.join('.') || TRUST_FILE}: ${why}`, at }
  })
  return faults.length > 0 ? { ok: false, faults } : { ok: true, value: toPolicy(json.value.value) }
}

function toPolicy(value: JsonValue): TrustPolicy {
  const { signers, roles } = value as TrustFile // its shape was checked just before
  const granted = new Map(Object.entries(roles ?? {}))
  return { signersPath: signers ?? SIGNERS_FILE, signersNamed: signers !== undefined, roles: granted }
}

/** What the base says about trust. `broken` fails closed: no verdict counts, nothing is ratified. */
export type TrustAtBase = {
  readonly signing: 'active' | 'inactive' | 'broken'
  readonly signersPath: string | null
  readonly signers: readonly AllowedSigner[]
  readonly agents: readonly string[]
  readonly problems: readonly string[]
}

/** Joins the policy at base with the text of the signers file it points at, null where the base has none. */
export function resolveTrust(policy: Parsed<TrustPolicy>, signersText: string | null): TrustAtBase {
  if (!policy.ok) {
    const problems = policy.faults.map(({ message }) => message)
    return { signing: 'broken', signersPath: null, signers: [], agents: [], problems }
  }
  const { signersPath, signersNamed, roles } = policy.value
  const agents = roles.get('agent') ?? []
  if (signersText === null) {
    const problems = signersNamed ? [`${TRUST_FILE} names ${signersPath}, which does not exist there`] : []
    return { signing: signersNamed ? 'broken' : 'inactive', signersPath, signers: [], agents, problems }
  }
  const { signers, leftOut } = parseSignersFile(signersText)
  const problems = leftOut.map(({ line, why }) => `${signersPath}:${line}: left out, ${why}`)
  return { signing: 'active', signersPath, signers, agents, problems }
}
