/** A word or operator of a source text that a generator may look at: never part of a string, comment or regex. */
export type SourceToken = {
  readonly kind: 'name' | 'operator' | 'number' | 'opaque'
  readonly text: string
  readonly start: number
}

/** A reading of a source text; the reason where it is no such text. */
export type TokenReading =
  | { readonly kind: 'tokens'; readonly tokens: readonly SourceToken[] }
  | { readonly kind: 'refused'; readonly reason: string }

/** Thrown inside a scanner, and turned into a `refused` reading at its edge. */
export class NoSource extends Error {}
