/** Where the text to be replaced stands: the n-th time it occurs, or a place. Columns are code points from 0. */
export type MutantPlace =
  | { readonly kind: 'occurrence'; readonly occurrence: number }
  | { readonly kind: 'position'; readonly line: number; readonly column: number }

/** One small change of one file that a criterion should notice. */
export type Mutant = {
  readonly id: string
  /** Relative to the workspace. */
  readonly file: string
  readonly find: string
  readonly replace: string
  readonly place: MutantPlace
}
