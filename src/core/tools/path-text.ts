/** Absolute on POSIX, or on Windows with a drive letter or two backslashes. */
export function isAbsolutePath(path: string): boolean {
  return path.startsWith('/') || path.startsWith('\\\\') || /^[A-Za-z]:[\\/]/.test(path)
}

/** The path if it is absolute, else null. */
export function absoluteOrNull(path: string | null): string | null {
  return path !== null && isAbsolutePath(path) ? path : null
}

/**
 * A path as text below its folder. `..` and `.` stay: what they mean depends on links, which only the disk knows.
 * Without a folder the path stays as it is.
 */
export function joinPathText(folder: string | null, path: string): string {
  if (folder === null || isAbsolutePath(path)) return path
  return folder.endsWith('/') ? `${folder}${path}` : `${folder}/${path}`
}
