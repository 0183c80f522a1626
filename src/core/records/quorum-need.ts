export type QuorumNeed = { readonly need: number; readonly needFrom: 'declaration' | 'default' }

const DEFAULT_NEED = 2

/** What a declaration says: a need, nothing, or no declaration that can be read. */
export type DeclaredQuorum = { readonly quorum: number | null } | null

/**
 * How many must agree (records-ours.md b): what the declaration at base says, so that a change cannot lower what it must
 * meet. Only where there is no base at all (no commit, no git) does the tree's own declaration count.
 */
export function resolveNeed(from: { readonly base: DeclaredQuorum } | { readonly tree: DeclaredQuorum }): QuorumNeed {
  const declared = ('base' in from ? from.base : from.tree)?.quorum ?? null
  return declared === null ? { need: DEFAULT_NEED, needFrom: 'default' } : { need: declared, needFrom: 'declaration' }
}
