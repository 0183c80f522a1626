import type { Outcome } from '../core/exit-code.ts'
import { type Fault, Refusal } from '../core/fault.ts'
import { isReadError } from '../core/records/read-errors.ts'

/** Why a command line came to no report. */
export type Trouble = {
  readonly kind: 'refusal' | 'usage' | 'bug'
  readonly fault: Fault
  readonly outcome: Outcome
  readonly document: Refusal['document']
}

/** Something typed that cannot be understood. Exit 3, so a caller can tell it from a block. */
export class UsageMistake extends Error {
  readonly hint: string | null

  constructor(message: string, hint: string | null) {
    super(message)
    this.name = 'UsageMistake'
    this.hint = hint
  }
}

/** A refusal whose code begins with `usage/` is a mistake in what was typed, found late. */
export function troubleFrom(error: unknown): Trouble {
  if (error instanceof UsageMistake) return usage({ code: 'usage', message: error.message }, error.hint, null)
  if (error instanceof Refusal && error.fault.code.startsWith('usage/')) return usage(error.fault, null, error.document)
  if (error instanceof Refusal) {
    // A failed read of records says nothing about them.
    const outcome = isReadError(error.fault) ? 'error' : 'block'
    return { kind: 'refusal', fault: error.fault, outcome, document: error.document }
  }
  return { kind: 'bug', fault: bugFrom(error), outcome: 'error', document: null }
}

function usage(fault: Fault, hint: string | null, document: Trouble['document']): Trouble {
  return { kind: 'usage', fault: hint === null ? fault : { ...fault, hint }, outcome: 'error', document }
}

function bugFrom(error: unknown): Fault {
  const place = error instanceof Error ? (error.stack?.split('\n').find((line) => /^\s+at /.test(line)) ?? '') : ''
  const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  return {
    code: 'internal',
    message: `${message}${place.replace(/^\s+/, ' ')}`,
    hint: 'this is a mistake in bylaw: please report it',
  }
}
