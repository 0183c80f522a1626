import type { PolicyFaultCode } from './project-policy.ts'

/** A fault in a policy file whose place is only known as a pointer so far. */
export type PolicyFault = {
  readonly code: PolicyFaultCode
  readonly message: string
  readonly hint?: string
  readonly pointer: string
}

/** What was read of a part of the file; with faults the file is refused as a whole. */
export type PolicyPart<T> = { readonly value: T; readonly faults: readonly PolicyFault[] }

export function policyFault(code: PolicyFaultCode, pointer: string, message: string, hint?: string): PolicyFault {
  return { code, message, pointer, ...(hint === undefined ? {} : { hint }) }
}
