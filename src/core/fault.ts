/** Where a fault sits: file, JSON pointer into it, 1-based line. */
export type Place = { readonly file: string; readonly pointer?: string; readonly line?: number }

/** One thing wrong with one input, said to the person who must act next. */
export type Fault<Code extends string = string> = {
  readonly code: Code
  /** Lower case, no full stop, names the thing and what was expected. */
  readonly message: string
  readonly hint?: string
  readonly at?: Place
}

/** A value, or every fault at once. */
export type Parsed<T, Code extends string = string> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly faults: readonly Fault<Code>[] }

/** Thrown where a command cannot go on: no log, lock held, window open. */
export class Refusal<Code extends string = string> extends Error {
  readonly fault: Fault<Code>
  /** What `--json` prints of it instead of the fault, where somebody else fixed the form; else null. */
  readonly document: { readonly [key: string]: unknown } | null

  constructor(
    fault: Fault<Code>,
    options: { readonly cause?: unknown; readonly document?: { readonly [key: string]: unknown } } = {},
  ) {
    super(fault.message, 'cause' in options ? { cause: options.cause } : {})
    this.name = 'Refusal'
    this.fault = fault
    this.document = options.document ?? null
  }
}
