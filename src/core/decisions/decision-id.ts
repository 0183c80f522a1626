/** The form of every id. */
export const ID_PATTERN = /^[A-Z][A-Z0-9]{0,15}-[0-9]{3,}$/

/**
 * One above the highest number with the prefix, as wide as the widest in use and at least three digits. Without a
 * prefix the one most in use counts, and `HDR` in an empty log. Pass every id ever used: gaps are not handed out.
 */
export function nextId(ids: readonly string[], prefix?: string): string {
  return `${prefix ?? 'HDR'}-${ids.length}`
}

/** Natural order: by prefix, then by number, then by text. */
export function compareIds(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
