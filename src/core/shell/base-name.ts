/** The last part of a program's path. */
export function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}
