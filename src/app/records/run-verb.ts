import { type Fault, Refusal } from '../../core/fault.ts'

/** The documents that the verbs print with `--json`, by our own names (records.md 8.6). */
export function documentId(name: string): string {
  return `bylaw.${name}.v1`
}

/** What `record-conflict` tells beside its message. */
export class ConflictRefusal extends Refusal {
  readonly conflict: { readonly [key: string]: unknown }
  constructor(fault: Fault<'record-conflict'>, conflict: { readonly [key: string]: unknown }) {
    super(fault)
    this.conflict = conflict
  }
}

/** Runs a verb; what it refuses gets the JSON form of records.md 8.6, and a mistake of typing the exit of one. */
export async function runVerb<T>(name: string, body: () => Promise<T>): Promise<T> {
  try {
    return await body()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const { code, message, hint } = error.fault
    const document = {
      $schema: documentId(name),
      contract: 1,
      error: { code, message, ...(hint === undefined ? {} : { hint }) },
      ...(error instanceof ConflictRefusal ? { conflict: error.conflict } : {}),
    }
    const fault = code === 'write-usage-invalid' ? { ...error.fault, code: `usage/${code}` } : error.fault
    throw new Refusal(fault, { cause: error, document })
  }
}

/** Throws the refusal of a fault; the others of a list are in its message. */
export function refuse(first: Fault, ...others: readonly Fault[]): never {
  const message = [first, ...others].map((fault) => fault.message).join('; ')
  throw new Refusal({ ...first, message })
}
