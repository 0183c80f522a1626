import type { SourceToken } from './source-token.ts'

/** A token of JavaScript or TypeScript. `opaque` ones are strings, templates, regexes and markup. */
export type ScriptToken = SourceToken & {
  readonly end: number
  /** Whether an expression could have ended right before it: then `<` compares, and `/` divides. */
  readonly afterOperand: boolean
}
