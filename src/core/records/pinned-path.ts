const SEGMENT = '(?!\\.{1,2}(?:/|$))[^/\\\\\\u0000-\\u001f]+'

/** The source of a regular expression, without `^` and `$`. */
export const PINNED_PATH = `${SEGMENT}(?:/${SEGMENT})*`

const WHOLE = new RegExp(`^${PINNED_PATH}$`, 'u')

/**
 * Whether a text is a path as records write it (records.md 5): from the workspace root, `/` between names, no empty,
 * `.` or `..` name, no backslash, no control character.
 */
export function isPinnedPath(text: unknown): text is string {
  return typeof text === 'string' && WHOLE.test(text)
}

/** Whether a path is another one or lies below it. */
export function isAtOrBelow(path: string, above: string): boolean {
  return path === above || path.startsWith(`${above}/`)
}
