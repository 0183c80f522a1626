/**
 * The vectors that ours answers otherwise, each with its section of records-ours.md. Only tests read this: every other
 * vector is answered as it stands.
 */
export const OURS_REFUSES: ReadonlyMap<string, string> = new Map(
  [
    'frontmatter int-forms',
    'frontmatter float-forms',
    'frontmatter int-beyond-53-bits',
    'frontmatter int-very-long',
    'frontmatter digits-only-hash-unquoted',
    'frontmatter multi-line-quoted-column-0',
    'frontmatter multi-line-flow-column-0',
    'frontmatter lone-surrogate-escape',
    'frontmatter sequence-key',
    'frontmatter mapping-key',
    'frontmatter explicit-key',
    'frontmatter alias-to-scalar',
    'frontmatter anchor-alone',
    'frontmatter core-tag',
    'frontmatter bare-bang',
    'digest hostile-quoted-continuation-1',
    'digest hostile-quoted-continuation-2',
    'digest hostile-flow-1',
    'digest hostile-flow-2',
    'digest reviews-flow-multiline',
    'digest escaped-key',
    'digest numbers',
  ].map((name) => [name, 'a']),
)

/** Slugs without letters take the kind's name (section e, 19). */
export const OURS_NAMES: ReadonlyMap<string, string> = new Map([
  ['日本語の題', 'd-001-decision.md'],
  ['...', 'd-001-decision.md'],
])
