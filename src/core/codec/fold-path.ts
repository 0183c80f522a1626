/**
 * One form for all spellings of a path that some file system takes for the same: composed, letter case folded. Some
 * pairs that no file system joins fall together too; for a guard that is the safe side.
 */
export function foldPath(path: string): string {
  return path.normalize('NFC').toUpperCase().toLowerCase()
}
