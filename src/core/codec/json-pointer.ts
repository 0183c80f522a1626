/** The JSON pointer (RFC 6901) of a path of keys and indexes. */
export function pointerOf(path: readonly PropertyKey[]): string {
  return path.map((key) => `/${escapePointer(String(key))}`).join('')
}

/** One key as a reference token. */
export function escapePointer(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1')
}

/** The key that a reference token names. */
export function unescapePointer(token: string): string {
  return token.replaceAll('~1', '/').replaceAll('~0', '~')
}
