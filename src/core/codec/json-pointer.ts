/** The JSON pointer (RFC 6901) of a member or element below another pointer. */
export function pointerBelow(parent: string, key: string | number): string {
  return `${parent}/${escapePointer(String(key))}`
}

/** One key as a reference token. */
export function escapePointer(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1')
}

/** The pointer of a path of keys and indexes. */
export function pointerOf(path: readonly PropertyKey[]): string {
  return path.map((key) => `/${escapePointer(String(key))}`).join('')
}
