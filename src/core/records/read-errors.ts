/** Why records could not be read at all (records.md 11). Closed. */
const READ_ERRORS: ReadonlySet<string> = new Set([
  'kind-unreadable',
  'kind-invalid',
  'schema-unreadable',
  'schema-id-mismatch',
  'schema-invalid',
  'location-missing',
  'not-a-git-repository',
  'revision-unknown',
  'declaration-ambiguous',
  'declaration-unparseable',
  'declaration-invalid',
  'reader-too-old',
])

/** Whether a fault says that nothing could be read, and nothing about what was read. */
export function isReadError({ code }: { readonly code: string }): boolean {
  return READ_ERRORS.has(code)
}
